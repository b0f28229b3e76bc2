"""One file wanted, one task given.

The export must be a single file, so the program calls repartition(1), sorts, and formats each line in that one task.
Eight cores, seven idle for most of the run. An expert says: too few tasks: format before, or write several files.
"""

import time

import lab

APP = 'regulator_export'
CLUSTER = {'executors': 2, 'cores': 4, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '16', 'spark.sql.files.openCostInBytes': '128m'}


def prepare() -> None:
    rows = 24_000
    lab.write_parquet(
        'positions',
        lab.split_evenly({'isin': [f'DE{n:010d}' for n in range(rows)], 'pieces': [n % 900 for n in range(rows)]}, 16),
    )


def run(spark) -> None:
    from pyspark.sql import functions as f

    @f.udf('string')
    def line(isin: str, pieces: int) -> str:
        time.sleep(0.0028)
        return f'{isin};{pieces:>9}'

    positions = spark.read.parquet(lab.lake('positions'))
    export = positions.repartition(1).sortWithinPartitions('isin').select(line('isin', 'pieces').alias('line'))
    export.write.mode('overwrite').text(lab.lake('export'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
