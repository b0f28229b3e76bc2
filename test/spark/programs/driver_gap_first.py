"""More than a minute before the first job.

The program asks a catalogue for the state of each of 700 partitions, one after another, before it reads anything. Then
a clean query of half a minute. Executors are there from the start: an expert says the driver is at work, nobody waits
for executors.
"""

import time

import lab

APP = 'partition_audit'
CLUSTER = {'executors': 2, 'cores': 4, 'memory': '1g'}
CONF = {'spark.sql.files.openCostInBytes': '128m', 'spark.sql.shuffle.partitions': '8'}


def prepare() -> None:
    rows = 32_000
    lab.write_parquet('facts', lab.split_evenly({'key': [n % 50 for n in range(rows)], 'value': list(range(rows))}, 16))


def run(spark) -> None:
    for _ in range(700):
        # One answer of the catalogue.
        time.sleep(0.11)
    facts = spark.read.parquet(lab.lake('facts'))
    facts.selectExpr('key', 'value', f'{lab.pause("4")} AS checked').groupBy('key', 'checked').count().write.mode(
        'overwrite'
    ).parquet(lab.lake('audit'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
