"""Five tasks stuck on a time-out.

Forty even tasks ask a rating service; five of them run into its 30 s time-out once before the retry answers. They sit
on different hosts and read what the others read. An expert says: slow external calls, work per row differs; neither
skew nor a sick node.
"""

import time

import lab

APP = 'partner_ratings'
CLUSTER = {'executors': 4, 'cores': 2, 'memory': '1g'}
CONF = {'spark.sql.files.openCostInBytes': '128m'}
STUCK = (3, 9, 18, 25, 38)


def prepare() -> None:
    parts = [
        {'partner': [part * 1000 + n for n in range(900)], 'score': [n % 10 for n in range(900)]} for part in range(40)
    ]
    lab.write_parquet('partners', parts)


def run(spark) -> None:
    from pyspark.sql import functions as f

    @f.udf('double')
    def rating(partner: int, score: int) -> float:
        part, number = divmod(partner, 1000)
        time.sleep(30 if part in STUCK and number == 500 else 0.004)
        return score / 10

    partners = spark.read.parquet(lab.lake('partners')).withColumn('rating', rating('partner', 'score'))
    partners.write.mode('overwrite').parquet(lab.lake('rated_partners'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
