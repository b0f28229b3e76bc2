"""A window in SQL text over a busy warehouse.

Stock movements get a running balance per warehouse; the national warehouse has 45% of them. Two executors of four
cores. All JVM work, no Python. An expert names data skew in the window stage.
"""

import lab

APP = 'stock_balance'
CLUSTER = {'executors': 2, 'cores': 4, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '40', 'spark.sql.adaptive.coalescePartitions.enabled': 'false'}


def prepare() -> None:
    rows = 130_000
    houses = [100 if n % 20 < 9 else n % 700 for n in range(rows)]
    columns = {
        'warehouse': houses,
        'at': list(range(rows)),
        'pieces': [n % 21 - 10 for n in range(rows)],
        'remark': [f'movement {n:040d}' for n in range(rows)],
    }
    lab.write_parquet('stock_movements', lab.split_evenly(columns, 8))


def run(spark) -> None:
    spark.read.parquet(lab.lake('stock_movements')).createOrReplaceTempView('stock_movements')
    spark.sql(
        f"""SELECT *, {lab.pause('1')} AS posted FROM (
              SELECT warehouse, at, remark, sum(pieces) OVER (PARTITION BY warehouse ORDER BY at) AS balance
              FROM stock_movements)"""
    ).write.mode('overwrite').parquet(lab.lake('stock_balance'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
