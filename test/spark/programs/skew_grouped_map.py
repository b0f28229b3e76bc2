"""A pandas function for each sensor, and one sensor that reports ten times a second.

Gaps are filled per sensor with a grouped-map function, which needs all rows of a sensor in one task. Sensor 3 sends
two fifths of all rows. Nothing splits a group: not more partitions, not adaptive execution. An expert names data skew.
"""

import time

import lab

APP = 'sensor_gap_fill'
CLUSTER = {'executors': 4, 'cores': 2, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '32', 'spark.sql.adaptive.coalescePartitions.enabled': 'false'}


def prepare() -> None:
    rows = 60_000
    sensors = [3 if n % 5 < 2 else n % 640 for n in range(rows)]
    lab.write_parquet(
        'samples',
        lab.split_evenly({'sensor': sensors, 'at': list(range(rows)), 'value': [n % 100 / 7 for n in range(rows)]}, 8),
    )


def run(spark) -> None:
    import pandas

    def filled(samples: pandas.DataFrame) -> pandas.DataFrame:
        time.sleep(0.0022 * len(samples))
        return samples.sort_values('at').assign(value=lambda frame: frame['value'].interpolate())

    samples = spark.read.parquet(lab.lake('samples'))
    samples.groupBy('sensor').applyInPandas(filled, samples.schema).write.mode('overwrite').parquet(
        lab.lake('filled_samples')
    )


if __name__ == '__main__':
    lab.start(prepare, run, APP)
