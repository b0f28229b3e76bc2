"""Splits too large for the heap, no shuffle at all.

Messages are read in splits of about 130 MB and sorted within each split before they are written. Every scan task
spills. The shuffle setting does nothing here: an expert says smaller input splits.
"""

import os

import lab

APP = 'message_archive'
CLUSTER = {'executors': 2, 'cores': 2, 'memory': '560m'}
CONF = {'spark.sql.files.maxPartitionBytes': '400m', 'spark.sql.files.openCostInBytes': '200m'}


def prepare() -> None:
    rows = 85_000
    parts = [
        {'topic': [n * 7919 % 997 for n in range(rows)], 'body': [os.urandom(750).hex() for _ in range(rows)]}
        for _ in range(4)
    ]
    lab.write_parquet('topic_messages', parts, rows_per_group=2500)


def run(spark) -> None:
    from pyspark.sql import functions as f

    messages = spark.read.parquet(lab.lake('topic_messages')).sortWithinPartitions('topic', f.length('body'))
    stored = messages.withColumn('stored', f.expr(f"CASE WHEN topic % 2 = 0 THEN {lab.pause('1')} ELSE 'done' END"))
    stored.withColumn('size', f.length('body')).drop('body').write.mode('overwrite').parquet(lab.lake('archive'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
