"""Speculation around a sick machine.

Scans are checked in 48 even tasks; one host is nine times slower. Speculation starts copies of its tasks elsewhere and
kills the slow originals. Killed copies are no stragglers. An expert names the node.
"""

import os
import time

import lab

APP = 'scan_check'
CLUSTER = {
    'executors': 4,
    'cores': 2,
    'memory': '1g',
    'hosts': ['127.0.2.11', '127.0.2.12', '127.0.2.13', '127.0.2.14'],
}
CONF = {
    'spark.speculation': 'true',
    'spark.speculation.quantile': '0.6',
    'spark.speculation.multiplier': '2',
    'spark.sql.files.openCostInBytes': '128m',
}
SICK = '127.0.2.13'


def prepare() -> None:
    rows = 48_000
    lab.write_parquet(
        'scans', lab.split_evenly({'scan': list(range(rows)), 'size': [n % 9000 for n in range(rows)]}, 48)
    )


def run(spark) -> None:
    def readable(size: int) -> bool:
        time.sleep(0.054 if os.environ['LAB_HOST'] == SICK else 0.006)
        return size > 0

    spark.udf.register('readable', readable, 'boolean')
    spark.read.parquet(lab.lake('scans')).createOrReplaceTempView('scans')
    spark.sql('SELECT count(*), sum(size) FROM scans WHERE readable(size)').collect()


if __name__ == '__main__':
    lab.start(prepare, run, APP)
