"""A global sort; nothing is wrong.

All bids are ordered by time and written. The range exchange moves every row once, as a sort must; Spark samples the
keys first (a small job that reads the input once more). Tasks are even. An expert says: healthy.
"""

import os

import lab

APP = 'bid_archive'
CLUSTER = {'executors': 3, 'cores': 3, 'memory': '1g'}
CONF = {
    'spark.sql.shuffle.partitions': '27',
    'spark.sql.adaptive.coalescePartitions.enabled': 'false',
    'spark.sql.files.openCostInBytes': '128m',
}


def prepare() -> None:
    rows = 108_000
    columns = {
        'at': [n * 7919 % 1_000_003 for n in range(rows)],
        'bidder': [n % 4000 for n in range(rows)],
        'terms': [os.urandom(200).hex() for _ in range(rows)],
    }
    lab.write_parquet('bids', lab.split_evenly(columns, 9))


def run(spark) -> None:
    spark.read.parquet(lab.lake('bids')).createOrReplaceTempView('bids')
    spark.sql(f'SELECT *, {lab.pause("4")} AS stored FROM (SELECT * FROM bids ORDER BY at)').write.mode(
        'overwrite'
    ).parquet(lab.lake('ordered_bids'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
