"""A threshold lowered to 10 KB.

Log lines are joined to a device list of 1,200 rows (about 200 KB), but the job's settings put the broadcast
threshold at 10 KB: both sides are shuffled. An expert names the missed broadcast and the setting.
"""

import os
import time

import lab

APP = 'device_log_lines'
CLUSTER = {'executors': 4, 'cores': 2, 'memory': '1g'}
CONF = {
    'spark.sql.shuffle.partitions': '32',
    'spark.sql.adaptive.coalescePartitions.enabled': 'false',
    'spark.sql.autoBroadcastJoinThreshold': '10k',
    'spark.sql.adaptive.autoBroadcastJoinThreshold': '10k',
}


def prepare() -> None:
    rows = 120_000
    columns = {
        'device': [n * 104_729 % 1200 for n in range(rows)],
        'line': [os.urandom(450).hex() for _ in range(rows)],
    }
    lab.write_parquet('log_lines', lab.split_evenly(columns, 16))
    lab.write_parquet(
        'devices', [{'device': list(range(1200)), 'model': [f'model {n % 35} {"z" * 120}' for n in range(1200)]}]
    )


def run(spark) -> None:
    from pyspark.sql import functions as f

    @f.udf('int')
    def severity(model: str) -> int:
        time.sleep(0.003)
        return len(model) % 5

    lines, devices = spark.read.parquet(lab.lake('log_lines')), spark.read.parquet(lab.lake('devices'))
    joined = lines.join(devices, 'device').withColumn('severity', severity('model'))
    joined.write.mode('overwrite').parquet(lab.lake('rated_lines'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
