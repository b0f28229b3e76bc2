"""A stage of two tasks, one with nearly all rows.

Sessions are numbered within `tier`, which has two values, so the window has two partitions and 94% of the rows
sit in one. With two tasks the server's "median" is the maximum and every ratio reads 1.0: only the task list shows it.
An expert says: the key has two values and one holds nearly everything; six of eight cores idle. More tasks or another
key; salting the big value is the same advice in other words.
"""

import lab

APP = 'session_numbering'
CLUSTER = {'executors': 4, 'cores': 2, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '2', 'spark.sql.adaptive.coalescePartitions.enabled': 'false'}


def prepare() -> None:
    rows = 50_000
    columns = {
        'tier': [2 if n % 50 < 3 else 1 for n in range(rows)],
        'at': list(range(rows)),
        'page': [f'page {n % 70}' for n in range(rows)],
    }
    lab.write_parquet('sessions', lab.split_evenly(columns, 8))


def run(spark) -> None:
    spark.read.parquet(lab.lake('sessions')).createOrReplaceTempView('sessions')
    spark.sql(
        f"""SELECT tier, number, {lab.pause('1')} AS checked
            FROM (SELECT tier, row_number() OVER (PARTITION BY tier ORDER BY at) AS number FROM sessions)"""
    ).write.mode('overwrite').parquet(lab.lake('numbered_sessions'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
