"""Rows multiplied before the shuffle.

Every subscription is unfolded to one row for each day it runs (15 on average) and only then counted per subscription
and day, a key that never repeats. The scan stage writes fifteen records for each it read. An expert names the explode:
aggregate or filter before unfolding.
"""

import time

import lab

APP = 'subscription_days'
CLUSTER = {'executors': 3, 'cores': 2, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '24', 'spark.sql.files.openCostInBytes': '128m'}


def prepare() -> None:
    rows = 36_000
    columns = {
        'subscription': list(range(rows)),
        'first_day': [n % 365 for n in range(rows)],
        'days': [10 + n % 11 for n in range(rows)],
    }
    lab.write_parquet('subscriptions', lab.split_evenly(columns, 24))


def run(spark) -> None:
    def discounted(day: int) -> int:
        if day % 5 == 0:
            time.sleep(0.003)
        return day % 31

    spark.udf.register('discounted', discounted, 'int')
    spark.read.parquet(lab.lake('subscriptions')).createOrReplaceTempView('subscriptions')
    spark.sql(
        """SELECT subscription, day, count(*) AS entries, max(rebate) AS rebate FROM (
             SELECT subscription, day, discounted(day) AS rebate
             FROM subscriptions LATERAL VIEW explode(sequence(first_day, first_day + days - 1)) unfolded AS day)
           GROUP BY subscription, day"""
    ).write.mode('overwrite').parquet(lab.lake('subscription_days'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
