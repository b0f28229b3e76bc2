"""Four cores on one small heap.

Documents are numbered per owner in 14 partitions of some 35 MB: nothing to complain of. But four tasks share a heap of
520 MB, some 30 MB each, and every one of them spills. An expert says: fewer cores an executor, then more heap; more
partitions are not the point.
"""

import os

import lab

APP = 'document_numbers'
CLUSTER = {'executors': 2, 'cores': 4, 'memory': '520m'}
CONF = {
    'spark.sql.shuffle.partitions': '14',
    'spark.sql.adaptive.coalescePartitions.enabled': 'false',
    'spark.shuffle.compress': 'false',
}


def prepare() -> None:
    rows = 42_000
    parts = [
        {
            'owner': [n * 104_729 % 60_013 for n in range(rows)],
            'at': list(range(rows)),
            'text': [os.urandom(760).hex() for _ in range(rows)],
        }
        for _ in range(8)
    ]
    lab.write_parquet('documents', parts, rows_per_group=1000)


def run(spark) -> None:
    from pyspark.sql import Window
    from pyspark.sql import functions as f

    documents = spark.read.parquet(lab.lake('documents'))
    numbered = documents.withColumn('number', f.row_number().over(Window.partitionBy('owner').orderBy('at')))
    sized = numbered.withColumn('size', f.length('text')).drop('text')
    sized.withColumn('stored', f.expr(lab.pause('1'))).write.mode('overwrite').parquet(lab.lake('numbered_documents'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
