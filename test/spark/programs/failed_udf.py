"""One row that cannot be parsed, after half a minute of good work.

The join has run; in the last stage a date of an old record breaks the Python function. The task is tried four times,
then the job fails. An expert reads the failure first: that stage, that error.
"""

import time
from datetime import date

import lab

APP = 'policy_renewals'
CLUSTER = {'executors': 3, 'cores': 2, 'memory': '1g'}
CONF = {
    'spark.sql.shuffle.partitions': '12',
    'spark.sql.adaptive.coalescePartitions.enabled': 'false',
    'spark.sql.autoBroadcastJoinThreshold': '-1',
}


def prepare() -> None:
    rows = 24_000
    days = [f'20{n % 20:02d}-{1 + n % 12:02d}-{1 + n % 28:02d}' if n != 17_777 else '0000-00-00' for n in range(rows)]
    lab.write_parquet(
        'policies',
        lab.split_evenly({'policy': list(range(rows)), 'customer': [n % 6000 for n in range(rows)], 'day': days}, 6),
    )
    lab.write_parquet(
        'policy_holders',
        lab.split_evenly({'customer': list(range(6000)), 'name': [f'holder {n}' for n in range(6000)]}, 3),
    )


def run(spark) -> None:
    from pyspark.sql import functions as f

    @f.udf('int')
    def days_left(day: str) -> int:
        time.sleep(0.008)
        return (date(2030, 1, 1) - date.fromisoformat(day)).days

    policies = spark.read.parquet(lab.lake('policies')).withColumn('seen', f.expr(lab.pause('2')))
    holders = spark.read.parquet(lab.lake('policy_holders'))
    policies.join(holders, 'customer').withColumn('left', days_left('day')).write.mode('overwrite').parquet(
        lab.lake('renewals')
    )


if __name__ == '__main__':
    lab.start(prepare, run, APP)
