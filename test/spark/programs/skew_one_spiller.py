"""Skew with its shadow.

The frames of a vehicle are put in order and compared with their neighbours. One vehicle (a test rig) has most of the
frames. The task that gets it is the only one that spills: its rows do not fit beside each other. An expert names data
skew and says that the spill is its symptom; neither more partitions nor more memory would help.
"""

import os

import lab

APP = 'vehicle_traces'
CLUSTER = {'executors': 5, 'cores': 1, 'memory': '640m'}
CONF = {'spark.sql.shuffle.partitions': '25', 'spark.sql.adaptive.coalescePartitions.enabled': 'false'}


def prepare() -> None:
    rows = 130_000
    vehicles = [1 if n % 10 < 6 else n % 500 for n in range(rows)]
    columns = {
        'vehicle': vehicles,
        'at': [n * 7919 % 1_000_003 for n in range(rows)],
        'frame': [os.urandom(600).hex() for _ in range(rows)],
    }
    lab.write_parquet('frames', lab.split_evenly(columns, 10))


def run(spark) -> None:
    spark.read.parquet(lab.lake('frames')).createOrReplaceTempView('frames')
    spark.sql(
        f"""SELECT vehicle, at, length(previous) + length(following) AS size,
                   CASE WHEN at % 2 = 0 THEN {lab.pause('1')} ELSE 'done' END AS state
            FROM (SELECT vehicle, at,
                         lag(frame) OVER (PARTITION BY vehicle ORDER BY at) AS previous,
                         first(frame) OVER (PARTITION BY vehicle ORDER BY at DESC) AS following FROM frames)"""
    ).write.mode('overwrite').parquet(lab.lake('traces'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
