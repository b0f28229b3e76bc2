"""An executor lost half way.

While the second stage reads its shuffle, one executor is killed (as a container over its limit is); its map output is
gone, so the first stage runs again for the missing part and the second stage again. An expert says: retried stage; find
out why the executor went.
"""

import os
import signal
import time
from pathlib import Path

import lab

APP = 'fare_settlement'
CLUSTER = {'executors': 4, 'cores': 2, 'memory': '1g'}
CONF = {
    'spark.sql.shuffle.partitions': '32',
    'spark.sql.adaptive.coalescePartitions.enabled': 'false',
    'spark.sql.files.openCostInBytes': '128m',
}


def prepare() -> None:
    rows = 40_000
    lab.write_parquet(
        'fares',
        lab.split_evenly(
            {'card': [n * 7919 % 20_011 for n in range(rows)], 'cents': [n % 990 for n in range(rows)]}, 16
        ),
    )
    lab.empty_folder('marks')


def run(spark) -> None:
    from pyspark.sql import functions as f

    mark = Path(lab.lake('marks')) / 'executor-killed'

    @f.udf('double')
    def rated(cents: int) -> float:
        time.sleep(0.005)
        return cents * 0.81

    @f.udf('double')
    def settled(cost: float, number: int) -> float:
        time.sleep(0.006)
        if number == 20 and not mark.exists() and os.environ['LAB_HOST'] == '127.0.0.23' and time.time() > begun + 42:
            mark.touch()
            # The worker's parent is the fork server, whose parent is the executor.
            daemon = os.getppid()
            executor = int(Path(f'/proc/{daemon}/stat').read_text().rsplit(') ', 1)[1].split()[1])
            os.kill(executor, signal.SIGKILL)
        return round(cost, 2)

    begun = time.time()
    fares = spark.read.parquet(lab.lake('fares')).withColumn('cost', rated('cents')).repartition('card')
    counted = fares.withColumn('number', f.monotonically_increasing_id() % 1000)
    counted.withColumn('settled', settled('cost', 'number')).write.mode('overwrite').parquet(lab.lake('settled'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
