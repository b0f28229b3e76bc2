"""Executors that come up while the first tasks run.

Ninety even tasks of about two seconds. The application does not wait for its executors, and they load classes and start
Python workers on a busy machine, so the first task on each slot takes several times as long. An expert says: warm-up;
healthy. Neither skew nor a slow node.
"""

import time

import lab

APP = 'label_images'
CLUSTER = {'executors': 5, 'cores': 2, 'memory': '1g'}
CONF = {
    'spark.scheduler.minRegisteredResourcesRatio': '0',
    'spark.sql.files.openCostInBytes': '128m',
    'spark.sql.shuffle.partitions': '10',
}


def prepare() -> None:
    rows = 180_000
    lab.write_parquet(
        'images', lab.split_evenly({'image': list(range(rows)), 'width': [n % 4000 for n in range(rows)]}, 90)
    )


def run(spark) -> None:
    from pyspark.sql import functions as f

    @f.udf('string')
    def label(width: int) -> str:
        time.sleep(0.0025)
        return 'wide' if width > 1500 else 'narrow'

    labelled = spark.read.parquet(lab.lake('images')).withColumn('label', label('width'))
    labelled.groupBy('label').count().write.mode('overwrite').json(lab.lake('label_counts'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
