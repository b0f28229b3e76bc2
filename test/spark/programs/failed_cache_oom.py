"""Executors that die of a cache, again and again, until the job fails.

Parsed call records are kept with MEMORY_ONLY on heaps too small for them and for the readers beside them. Executors run
out of memory one after the other and are replaced, their tasks tried again and their cached blocks made again; in the
fourth report one task has failed four times and the job with it. An expert reads the failure first: out of memory.
"""

import os
import time

import lab

APP = 'call_record_reports'
CLUSTER = {'executors': 2, 'cores': 3, 'memory': '640m'}
CONF = {'spark.sql.files.openCostInBytes': '128m', 'spark.sql.shuffle.partitions': '6'}


def prepare() -> None:
    rows = 16_000
    parts = [
        {
            'caller': [number * 7919 % 5000 for number in range(rows)],
            'seconds': [number % 600 for number in range(rows)],
            'trace': [os.urandom(700).hex() for _ in range(rows)],
        }
        for _ in range(24)
    ]
    lab.write_parquet('call_records', parts)


def run(spark) -> None:
    from pyspark import StorageLevel
    from pyspark.sql import functions as f

    @f.udf('int')
    def rounded(seconds: int) -> int:
        if seconds % 60 == 0:
            time.sleep(0.012)
        return (seconds + 59) // 60

    parsed = spark.read.parquet(lab.lake('call_records')).withColumn('minutes', rounded('seconds'))
    parsed.persist(StorageLevel.MEMORY_ONLY)
    for least in (0, 1, 2, 5, 8):
        kept = parsed.where((f.col('minutes') >= least) & ~f.col('trace').startswith('zz'))
        kept.groupBy((f.col('caller') % 50).alias('district')).agg(f.sum('minutes')).collect()


if __name__ == '__main__':
    lab.start(prepare, run, APP)
