"""Thousands of tasks of a few milliseconds.

A small table was repartitioned to 2,600 pieces by somebody who had read that more is better. Each task sums some
sixty rows; starting it costs more than its work. An expert says: fewer, larger tasks.
"""

import lab

APP = 'rebate_totals'
CLUSTER = {'executors': 4, 'cores': 2, 'memory': '1g'}
CONF = {'spark.sql.adaptive.enabled': 'false'}


def prepare() -> None:
    rows = 160_000
    lab.write_parquet(
        'rebates',
        lab.split_evenly(
            {'customer': [n * 7919 % 90_001 for n in range(rows)], 'cents': [n % 500 for n in range(rows)]}, 8
        ),
    )


def run(spark) -> None:
    from pyspark.sql import functions as f

    rebates = spark.read.parquet(lab.lake('rebates')).repartition(2600, 'customer')
    rebates.groupBy('customer').agg(f.sum('cents').alias('cents')).agg(f.max('cents')).collect()


if __name__ == '__main__':
    lab.start(prepare, run, APP)
