"""A source of one partition.

Test accounts are generated from a range made with a single partition and scored row by row, as a table read over one
JDBC connection would be. One task, twelve cores. An expert says: too few tasks.
"""

import time

import lab

APP = 'scored_accounts'
CLUSTER = {'executors': 3, 'cores': 4, 'memory': '1g'}
CONF = {}


def prepare() -> None:
    pass


def run(spark) -> None:
    def score(account: int) -> float:
        time.sleep(0.0028)
        return account % 1000 / 1000

    spark.udf.register('score', score, 'double')
    spark.range(0, 26_000, 1, 1).createOrReplaceTempView('accounts')
    spark.sql('SELECT id, score(id) AS score FROM accounts').write.mode('overwrite').parquet(
        lab.lake('scored_accounts')
    )


if __name__ == '__main__':
    lab.start(prepare, run, APP)
