"""Skew without SQL: pairs grouped by key in plain RDDs.

Alarms are grouped by site and each site's list is worked through; one site has a third of all alarms. There is no plan
to read, only stages and task counters, and PySpark counts batches of pairs as records, so that only the bytes tell. An
expert names data skew in the grouping stage. That all rows cross the shuffle is what grouping into lists needs.
"""

import time

import lab

APP = 'alarm_sequences'
CLUSTER = {'executors': 3, 'cores': 3, 'memory': '1g'}
CONF = {}


def prepare() -> None:
    folder = lab.empty_folder('alarms')
    for part in range(9):
        rows = range(part, 54_000, 9)
        (folder / f'alarms-{part}.csv').write_text(
            ''.join(f'{"s7" if n % 3 == 0 else f"s{n % 1100}"},{n},code {n % 17}\n' for n in rows)
        )


def run(spark) -> None:
    def site_and_time(line: str):
        site, at, code = line.split(',')
        return site, (int(at), code)

    def sequences(alarms):
        ordered = sorted(alarms)
        time.sleep(0.0028 * len(ordered))
        return sum(1 for before, after in zip(ordered, ordered[1:], strict=False) if before[1] == after[1])

    alarms = spark.sparkContext.textFile(lab.lake('alarms'), 9).map(site_and_time)
    lab.empty_folder('sequences').rmdir()
    alarms.groupByKey(36).mapValues(sequences).saveAsTextFile(lab.lake('sequences'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
