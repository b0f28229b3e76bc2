"""Too few shuffle partitions, until an executor dies of it.

Telegrams get a number per meter; 500 MB go through four shuffle partitions on small heaps, so every task of the window
stage spills. Beside the sort each task holds the file it writes: one executor runs out of memory, its shuffle output is
lost, and part of both stages runs again. An expert reads the lost executor first, and its reason: partitions too large
for the heap, which the even spill shows too.
"""

import os

import lab

APP = 'telegram_numbers'
CLUSTER = {'executors': 2, 'cores': 2, 'memory': '600m'}
CONF = {
    'spark.sql.shuffle.partitions': '4',
    'spark.sql.adaptive.coalescePartitions.enabled': 'false',
    'spark.shuffle.compress': 'false',
}


def prepare() -> None:
    rows = 33_000
    parts = [
        {
            'meter': [n * 7919 % 50_021 for n in range(rows)],
            'at': list(range(rows)),
            'telegram': [os.urandom(750).hex() for _ in range(rows)],
        }
        for _ in range(10)
    ]
    lab.write_parquet('telegrams', parts, rows_per_group=3000)


def run(spark) -> None:
    spark.read.parquet(lab.lake('telegrams')).createOrReplaceTempView('telegrams')
    spark.sql(
        f"""SELECT meter, number, telegram, CASE WHEN at % 2 = 0 THEN {lab.pause('1')} ELSE 'done' END AS stored
            FROM (SELECT *, row_number() OVER (PARTITION BY meter ORDER BY at) AS number FROM telegrams)"""
    ).write.mode('overwrite').parquet(lab.lake('numbered_telegrams'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
