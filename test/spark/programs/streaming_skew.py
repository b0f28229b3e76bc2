"""A stream whose every batch waits for one group.

Events are handled per tenant in micro-batches, and one tenant sends three quarters of them: in each batch one task
works while the others are done, and batches take longer than their trigger. An expert names data skew.
"""

import time

import lab

APP = 'tenant_events'
CLUSTER = {'executors': 3, 'cores': 2, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '12', 'spark.sql.execution.arrow.maxRecordsPerBatch': '2000'}


def prepare() -> None:
    lab.empty_folder('tenant_state').rmdir()
    folder = lab.empty_folder('tenant_events')
    for number in range(4):
        (folder / f'events-{number}.csv').write_text(''.join(f'{7 if n % 4 else n % 160},{n}\n' for n in range(9_000)))


def run(spark) -> None:
    import pandas

    def handled(events: pandas.DataFrame) -> pandas.DataFrame:
        time.sleep(0.0028 * len(events))
        return events.head(1)

    def handle_batch(events, batch: int) -> None:
        events.groupBy('tenant').applyInPandas(handled, 'tenant long, number long').write.mode('append').parquet(
            lab.lake('tenant_results')
        )

    events = (
        spark.readStream.schema('tenant long, number long')
        .option('maxFilesPerTrigger', 1)
        .csv(lab.lake('tenant_events'))
    )
    query = (
        events.writeStream.option('checkpointLocation', lab.lake('tenant_state'))
        .trigger(availableNow=True)
        .foreachBatch(handle_batch)
        .start()
    )
    query.awaitTermination()


if __name__ == '__main__':
    lab.start(prepare, run, APP)
