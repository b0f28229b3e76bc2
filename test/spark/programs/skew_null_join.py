"""Orders without a voucher, left-joined on the voucher.

Forty per cent of the orders have no voucher: their NULL keys all go to one partition and match nothing. An expert
names data skew and says to take the NULL rows around the join. The vouchers, with their terms, are too large
to broadcast.
"""

import os
import time

import lab

APP = 'voucher_report'
CLUSTER = {'executors': 3, 'cores': 2, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '30', 'spark.sql.adaptive.coalescePartitions.enabled': 'false'}


def prepare() -> None:
    rows = 70_000
    vouchers = [None if n % 5 < 2 else n % 3000 for n in range(rows)]
    lab.write_parquet(
        'orders',
        lab.split_evenly(
            {'voucher': vouchers, 'order_id': list(range(rows)), 'cents': [n % 9000 for n in range(rows)]}, 6
        ),
    )
    lab.write_parquet(
        'vouchers',
        lab.split_evenly(
            {
                'voucher': list(range(3000)),
                'campaign': [f'campaign {n % 40} {os.urandom(4000).hex()}' for n in range(3000)],
            },
            2,
        ),
    )


def run(spark) -> None:
    def discounted(cents: int, campaign: str | None) -> float:
        time.sleep(0.002)
        return cents * (1.0 if campaign is None else 0.9)

    spark.udf.register('discounted', discounted, 'double')
    for table in ('orders', 'vouchers'):
        spark.read.parquet(lab.lake(table)).createOrReplaceTempView(table)
    spark.sql(
        """SELECT order_id, substr(campaign, 1, 12) AS campaign, discounted(cents, substr(campaign, 1, 12)) AS paid
           FROM orders LEFT JOIN vouchers ON orders.voucher = vouchers.voucher"""
    ).write.mode('overwrite').parquet(lab.lake('paid_orders'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
