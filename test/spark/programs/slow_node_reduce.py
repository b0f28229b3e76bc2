"""A sick machine after a shuffle, with few tasks.

Payments are repartitioned by account and screened; 24 tasks on eight slots of four hosts, and one host takes six times
as long. It gets only its first tasks in all that time. Rows are even. An expert names the node.
"""

import os
import time

import lab

APP = 'payment_screening'
CLUSTER = {'executors': 4, 'cores': 2, 'memory': '1g', 'hosts': ['127.0.1.5', '127.0.1.6', '127.0.1.7', '127.0.1.8']}
CONF = {'spark.sql.shuffle.partitions': '24', 'spark.sql.adaptive.coalescePartitions.enabled': 'false'}
SICK = '127.0.1.6'


def prepare() -> None:
    rows = 48_000
    lab.write_parquet(
        'payments',
        lab.split_evenly(
            {'account': [n * 7919 % 20_011 for n in range(rows)], 'cents': [n % 80_000 for n in range(rows)]}, 8
        ),
    )


def run(spark) -> None:
    from pyspark.sql import functions as f

    @f.udf('string')
    def verdict(cents: int) -> str:
        time.sleep(0.021 if os.environ['LAB_HOST'] == SICK else 0.0034)
        return 'look' if cents > 79_000 else 'fine'

    payments = spark.read.parquet(lab.lake('payments')).repartition('account')
    payments.withColumn('verdict', verdict('cents')).write.mode('overwrite').parquet(lab.lake('screened'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
