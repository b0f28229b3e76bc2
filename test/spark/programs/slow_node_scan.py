"""A sick machine in a scan stage.

Pictures are checked row by row in 60 even tasks; the host 127.0.0.24 takes eight times as long for the same rows. All
slow tasks share its executor. An expert names the node: take it out. The data are ordinary.
"""

import os
import time

import lab

APP = 'picture_check'
CLUSTER = {'executors': 5, 'cores': 2, 'memory': '1g'}
CONF = {'spark.sql.files.openCostInBytes': '128m'}
SICK = '127.0.0.24'


def prepare() -> None:
    rows = 60_000
    lab.write_parquet(
        'pictures',
        lab.split_evenly({'picture': list(range(rows)), 'bytes': [n * 17 % 90_000 for n in range(rows)]}, 60),
    )


def run(spark) -> None:
    from pyspark.sql import functions as f

    @f.udf('boolean')
    def readable(size: int) -> bool:
        time.sleep(0.032 if os.environ['LAB_HOST'] == SICK else 0.004)
        return size > 0

    pictures = spark.read.parquet(lab.lake('pictures')).withColumn('readable', readable('bytes'))
    pictures.write.mode('overwrite').orc(lab.lake('checked_pictures'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
