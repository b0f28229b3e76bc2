"""A report on a laptop: `local[4]`, defaults; nothing is wrong.

Two summaries of the same small table. The driver is the executor, adaptive execution coalesces, stages are skipped. An
expert says: healthy.
"""

import lab

APP = 'kitchen_table_report'
CLUSTER = {'local': 4}
CONF = {'spark.sql.files.openCostInBytes': '128m'}


def prepare() -> None:
    rows = 44_000
    lab.write_parquet(
        'receipts',
        lab.split_evenly({'shop': [n % 60 for n in range(rows)], 'cents': [n * 31 % 7000 for n in range(rows)]}, 20),
    )


def run(spark) -> None:
    spark.read.parquet(lab.lake('receipts')).createOrReplaceTempView('receipts')
    for measure in ('sum', 'avg'):
        spark.sql(
            f"""SELECT shop, {measure}(cents) AS cents, max(checked) AS checked
                FROM (SELECT shop, cents, {lab.pause('2')} AS checked FROM receipts)
                GROUP BY shop ORDER BY cents DESC"""
        ).collect()


if __name__ == '__main__':
    lab.start(prepare, run, APP)
