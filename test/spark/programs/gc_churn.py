"""Object churn: large arrays built for every row on a small heap.

For each contract a curve of 500,000 points is made, measured and thrown away. All executors are red, nothing is
cached, nothing spills. An expert says: fewer cores on the heap, or less garbage per row; not a cache, not partitions.
"""

import lab

APP = 'load_curves'
CLUSTER = {'executors': 2, 'cores': 2, 'memory': '560m'}
CONF = {
    'spark.executor.extraJavaOptions': '-XX:TieredStopAtLevel=1 -XX:+UseParallelGC -XX:ParallelGCThreads=2',
    'spark.sql.files.openCostInBytes': '128m',
}


def prepare() -> None:
    lab.write_parquet('contracts', lab.split_evenly({'contract': list(range(640))}, 32))


def run(spark) -> None:
    contracts = spark.read.parquet(lab.lake('contracts'))
    points = 'transform(sequence(1, 500000), x -> struct(x * contract AS hour, x % 7 AS zone))'
    contracts.selectExpr('contract', f'size({points}) AS steps').write.mode('overwrite').parquet(lab.lake('curves'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
