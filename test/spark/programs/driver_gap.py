"""Short queries, long Python between them.

Four small summaries are collected; after each the program renders its pages one by one on the driver. Stages cover a
quarter of the run. An expert says: no stage is slow, the driver is.
"""

import time

import lab

APP = 'monthly_statements'
CLUSTER = {'executors': 3, 'cores': 2, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '6'}


def prepare() -> None:
    rows = 24_000
    lab.write_parquet(
        'postings',
        lab.split_evenly(
            {
                'account': [n % 400 for n in range(rows)],
                'month': [n % 12 for n in range(rows)],
                'cents': list(range(rows)),
            },
            6,
        ),
    )


def run(spark) -> None:
    from pyspark.sql import functions as f

    postings = spark.read.parquet(lab.lake('postings'))
    for quarter in range(4):
        rows = (
            postings.where(f.col('month') % 4 == quarter)
            .groupBy('account')
            .agg(f.sum('cents').alias('cents'))
            .collect()
        )
        for row in rows:
            # One page.
            time.sleep(0.18)
            str(row)


if __name__ == '__main__':
    lab.start(prepare, run, APP)
