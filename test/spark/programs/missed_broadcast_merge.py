"""A hint that forbids the broadcast.

Somebody once wrote /*+ MERGE */ into the query that adds the branch's town to each transaction. The branch table has
800 rows, yet Spark shuffles and sorts all transactions to merge them. An expert names the missed broadcast.
"""

import os

import lab

APP = 'branch_transactions'
CLUSTER = {'executors': 3, 'cores': 2, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '24', 'spark.sql.adaptive.coalescePartitions.enabled': 'false'}


def prepare() -> None:
    rows = 150_000
    columns = {
        'branch': [n * 7919 % 800 for n in range(rows)],
        'cents': [n % 99_999 for n in range(rows)],
        'purpose': [os.urandom(500).hex() for _ in range(rows)],
    }
    lab.write_parquet('transactions', lab.split_evenly(columns, 12))
    lab.write_parquet('branches', [{'branch': list(range(800)), 'town': [f'town {n % 120}' for n in range(800)]}])


def run(spark) -> None:
    for table in ('transactions', 'branches'):
        spark.read.parquet(lab.lake(table)).createOrReplaceTempView(table)
    spark.sql(
        f"""SELECT /*+ MERGE(b) */ t.branch, b.town, t.cents, t.purpose,
                   CASE WHEN t.cents % 2 = 0 THEN {lab.pause('1')} ELSE 'done' END AS state
            FROM transactions t JOIN branches b ON t.branch = b.branch"""
    ).write.mode('overwrite').parquet(lab.lake('transactions_with_town'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
