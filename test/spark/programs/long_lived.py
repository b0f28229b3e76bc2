"""A notebook: nine queries with pauses of a person between them, one of them slow.

The seventh ranks orders per merchant, and one merchant has half of them. The pauses add up to more than any query, but
nobody waits for them. An expert takes the slowest query and names data skew in its window; the idle time is idle.
"""

import time

import lab

APP = 'analyst_session'
CLUSTER = {'executors': 3, 'cores': 2, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '18', 'spark.sql.adaptive.coalescePartitions.enabled': 'false'}


def prepare() -> None:
    rows = 60_000
    columns = {
        'merchant': [5 if n % 2 else n % 700 for n in range(rows)],
        'cents': [n * 31 % 90_000 for n in range(rows)],
        'day': [n % 90 for n in range(rows)],
    }
    lab.write_parquet('merchant_orders', lab.split_evenly(columns, 6))


def run(spark) -> None:
    spark.read.parquet(lab.lake('merchant_orders')).createOrReplaceTempView('merchant_orders')
    ranked = f"""SELECT max(place), max(stored) FROM (SELECT place, {lab.pause('1')} AS stored FROM (
                   SELECT rank() OVER (PARTITION BY merchant ORDER BY cents) AS place FROM merchant_orders))"""
    for number in range(1, 10):
        spark.sparkContext.setJobDescription(f'cell {number}')
        spark.sql(
            ranked
            if number == 7
            else f'SELECT day, sum(cents) FROM merchant_orders WHERE day % 9 = {number} GROUP BY day'
        ).collect()
        time.sleep(9)


if __name__ == '__main__':
    lab.start(prepare, run, APP)
