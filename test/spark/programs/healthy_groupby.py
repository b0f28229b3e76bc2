"""Sums over a few groups, all defaults; nothing is wrong.

Turnover per product line (25 lines) over 48 even files. The map side combines, adaptive execution coalesces the 200
shuffle partitions to one. An expert says: healthy; one task at the end is right for 25 rows.
"""

import lab

APP = 'turnover_by_line'
CLUSTER = {'executors': 3, 'cores': 2, 'memory': '1g'}
CONF = {'spark.sql.files.openCostInBytes': '128m'}


def prepare() -> None:
    rows = 96_000
    lab.write_parquet(
        'turnover',
        lab.split_evenly({'line': [n * 31 % 25 for n in range(rows)], 'cents': [n % 9999 for n in range(rows)]}, 48),
    )


def run(spark) -> None:
    turnover = spark.read.parquet(lab.lake('turnover')).selectExpr('line', 'cents', f'{lab.pause("3")} AS checked')
    turnover.groupBy('line').agg({'cents': 'sum', 'checked': 'max'}).write.mode('overwrite').csv(
        lab.lake('line_turnover')
    )


if __name__ == '__main__':
    lab.start(prepare, run, APP)
