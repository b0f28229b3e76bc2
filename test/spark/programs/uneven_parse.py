"""Same rows, same bytes, other work.

Contracts are shuffled evenly by their number and analysed. Most are plain, but those of one old system need a second,
very slow reading; they have numbers that land in a few partitions. Rows and bytes of all tasks are alike, the slow ones
are on several hosts. An expert names uneven work per row: speed up the row code or spread those rows.
"""

import time

import lab

APP = 'contract_terms'
CLUSTER = {'executors': 3, 'cores': 3, 'memory': '1g'}
CONF = {}
OLD = (4, 11, 19, 27, 33)


def prepare() -> None:
    folder = lab.empty_folder('contracts')
    for part in range(9):
        rows = range(part, 36_000, 9)
        (folder / f'contracts-{part}.csv').write_text(
            ''.join(f'{n},terms and conditions {n * 31 % 97:03d}\n' for n in rows)
        )


def run(spark) -> None:
    def number_and_text(line: str):
        number, text = line.split(',')
        return int(number), text

    def analysed(contract):
        number, text = contract
        time.sleep(0.045 if number % 36 in OLD else 0.0025)
        return f'{number},{len(text)}'

    contracts = spark.sparkContext.textFile(lab.lake('contracts'), 9).map(number_and_text)
    lab.empty_folder('terms').rmdir()
    contracts.partitionBy(36, lambda number: number).map(analysed).saveAsTextFile(lab.lake('terms'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
