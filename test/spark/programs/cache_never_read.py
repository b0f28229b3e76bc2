"""A lookup kept as plain objects and never read again, which does little harm.

A currency history is cached as JVM rows, two thirds of the storage memory; the report that follows does not use it.
While the cache fills, a third of the task time is garbage collection; in the long stage after it two per cent. An
expert says: healthy, the time is work on every row; unpersisting the lookup is at most a remark.
"""

import lab

APP = 'ledger_report'
CLUSTER = {'executors': 2, 'cores': 2, 'memory': '1g'}
CONF = {
    'spark.memory.fraction': '0.8',
    'spark.memory.storageFraction': '0.9',
    'spark.eventLog.logBlockUpdates.enabled': 'true',
    'spark.executor.extraJavaOptions': '-XX:TieredStopAtLevel=1 -XX:+UseParallelGC -XX:ParallelGCThreads=2',
    'spark.sql.files.openCostInBytes': '128m',
}


def prepare() -> None:
    lab.write_parquet(
        'entries', lab.split_evenly({'account': [n % 900 for n in range(24_000)], 'cents': list(range(24_000))}, 48)
    )


def run(spark) -> None:
    context = spark.sparkContext
    rates = spark.range(0, 4_200_000, 1, 16).selectExpr('id', "concat('rate-', id) AS rate", 'id % 997 AS day')
    # Rows as objects: a DataFrame's own cache is columnar and would hardly burden a collector.
    kept = rates._jdf.toJavaRDD().persist(context._jvm.org.apache.spark.storage.StorageLevel.MEMORY_ONLY())
    context.setJobDescription('load currency history')
    kept.count()
    context.setJobDescription('ledger by account')
    spark.read.parquet(lab.lake('entries')).createOrReplaceTempView('entries')
    points = 'transform(sequence(1, 4000), x -> struct(x * cents AS a, x % 7 AS b))'
    spark.sql(
        f"""SELECT account, sum(size({points}))
           FROM entries GROUP BY account"""
    ).write.mode('overwrite').parquet(lab.lake('ledger'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
