"""A structured stream with a five-second trigger; nothing is wrong.

Rows of the rate source are counted per group; each of some twenty micro-batches takes about a second of its trigger.
What no stage covers is the trigger's waiting. An expert says: healthy.
"""

import lab

APP = 'live_counts'
CLUSTER = {'executors': 2, 'cores': 2, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '4'}


def prepare() -> None:
    lab.empty_folder('live_counts_state').rmdir()


def run(spark) -> None:
    rows = spark.readStream.format('rate').option('rowsPerSecond', 100).option('numPartitions', 4).load()
    counts = rows.selectExpr('value % 12 AS room').groupBy('room').count()
    query = (
        counts.writeStream.outputMode('complete')
        .format('noop')
        .option('checkpointLocation', lab.lake('live_counts_state'))
        .trigger(processingTime='5 seconds')
        .queryName('counts_by_room')
        .start()
    )
    query.awaitTermination(85)
    query.stop()


if __name__ == '__main__':
    lab.start(prepare, run, APP)
