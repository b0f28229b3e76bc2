"""Every task slow, on equal data.

An RDD job asks a geocoder for each batch of points; each of 32 tasks makes ten calls of about a second, on every host
alike. An expert says: even and long, so volume; the calls are the cost. No skew, no sick node, nothing to repartition.
"""

import random
import time

import lab

APP = 'geocode_stops'
CLUSTER = {'executors': 4, 'cores': 2, 'memory': '1g'}
CONF = {}


def prepare() -> None:
    folder = lab.empty_folder('stops')
    for part in range(32):
        (folder / f'stops-{part:02d}.txt').write_text(
            '\n'.join(f'{part},{n},{52 + n / 1e4},{13 + part / 1e3}' for n in range(500)) + '\n'
        )


def run(spark) -> None:
    def geocoded(lines):
        for number, line in enumerate(lines):
            if number % 50 == 0:
                time.sleep(1.3 + random.random() * 0.2)
            yield line + ',found'

    # One file, one task: text files smaller than a block are never put together.
    stops = spark.sparkContext.textFile(lab.lake('stops'), 32)
    lab.empty_folder('geocoded').rmdir()
    stops.mapPartitions(geocoded).saveAsTextFile(lab.lake('geocoded'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
