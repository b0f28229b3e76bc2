"""Sums made the long way round: groupByKey and then a sum.

Consumption per tariff (60 tariffs) is grouped before it is summed, so all 480,000 pairs cross the shuffle where 12 x 60
would do. An RDD job: no plan. An expert names the combine that does not happen: reduceByKey.
"""

import time

import lab

APP = 'tariff_consumption'
CLUSTER = {'executors': 3, 'cores': 2, 'memory': '1g'}
CONF = {}


def prepare() -> None:
    folder = lab.empty_folder('consumption')
    for part in range(12):
        (folder / f'consumption-{part:02d}.csv').write_text(
            ''.join(f't{n * 31 % 60},{n % 700}\n' for n in range(40_000))
        )


def run(spark) -> None:
    def tariff_and_watts(line: str):
        tariff, watts = line.split(',')
        if watts.endswith('7'):
            time.sleep(0.004)
        return tariff, int(watts)

    def total(watts) -> int:
        values = list(watts)
        time.sleep(len(values) * 0.00015)
        return sum(values)

    pairs = spark.sparkContext.textFile(lab.lake('consumption'), 12).map(tariff_and_watts)
    pairs.groupByKey(12).mapValues(total).collect()


if __name__ == '__main__':
    lab.start(prepare, run, APP)
