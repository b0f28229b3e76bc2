"""A result too large for the driver.

All tasks of the collect succeed, one after another, until their results together pass spark.driver.maxResultSize: the
job is aborted. An expert reads the failure: collect less, write it instead.
"""

import lab

APP = 'collect_everything'
CLUSTER = {'executors': 2, 'cores': 4, 'memory': '1g'}
CONF = {'spark.driver.maxResultSize': '12m', 'spark.sql.files.openCostInBytes': '128m'}


def prepare() -> None:
    parts = [
        {'id': list(range(600)), 'text': [f'{part} {n} ' + str(n * 7919 % 1_000_003) * 160 for n in range(600)]}
        for part in range(64)
    ]
    lab.write_parquet('texts', parts)


def run(spark) -> None:
    spark.read.parquet(lab.lake('texts')).selectExpr('*', f'{lab.pause("8")} AS read').collect()


if __name__ == '__main__':
    lab.start(prepare, run, APP)
