"""Skew on a laptop: `local[4]`, the driver is the only executor.

Chat messages get the time since the previous one of the same room; one room has half of the messages. An expert names
data skew although every task ran on the one "executor" there is: a slow node can not be told from one host.
"""

import lab

APP = 'chat_gaps'
CLUSTER = {'local': 4}
CONF = {'spark.sql.shuffle.partitions': '20', 'spark.sql.adaptive.coalescePartitions.enabled': 'false'}


def prepare() -> None:
    rows = 90_000
    rooms = ['lobby' if n % 2 else f'room {n % 333}' for n in range(rows)]
    lab.write_parquet('messages', lab.split_evenly({'room': rooms, 'at': list(range(rows))}, 4))


def run(spark) -> None:
    from pyspark.sql import Window
    from pyspark.sql import functions as f

    messages = spark.read.parquet(lab.lake('messages'))
    gaps = messages.withColumn('gap', f.col('at') - f.lag('at').over(Window.partitionBy('room').orderBy('at')))
    gaps.withColumn('stored', f.expr(lab.pause('1'))).write.mode('overwrite').parquet(lab.lake('chat_gaps'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
