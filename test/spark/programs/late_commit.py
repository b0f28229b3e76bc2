"""Files moved one by one after the last stage.

A table is written by region and then published: the program moves each file and tells a register, all on the driver.
More than half of the run lies after the last task. An expert says: the driver's publishing, no stage.
"""

import shutil
import time
from pathlib import Path

import lab

APP = 'publish_regions'
CLUSTER = {'executors': 4, 'cores': 2, 'memory': '1g'}
CONF = {'spark.sql.files.openCostInBytes': '128m'}


def prepare() -> None:
    rows = 40_000
    lab.write_parquet(
        'households',
        lab.split_evenly({'region': [n % 40 for n in range(rows)], 'size': [n % 7 for n in range(rows)]}, 16),
    )


def run(spark) -> None:
    households = spark.read.parquet(lab.lake('households')).selectExpr('*', f'{lab.pause("3")} AS checked')
    staged = Path(lab.lake('staged_regions'))
    households.write.mode('overwrite').partitionBy('region').parquet(str(staged))
    published = lab.empty_folder('regions')
    for file in sorted(staged.glob('region=*/*.parquet')):
        time.sleep(0.11)
        shutil.move(file, published / f'{file.parent.name}-{file.name}')


if __name__ == '__main__':
    lab.start(prepare, run, APP)
