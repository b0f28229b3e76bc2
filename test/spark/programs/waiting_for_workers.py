"""A full cluster.

The application is accepted at once, but its executors start only when another one has gone, more than a minute later;
its first stage is submitted and waits. The query itself is short and even. An expert says: waiting for executors.
"""

import lab

APP = 'breakfast_numbers'
CLUSTER = {'executors': 3, 'cores': 2, 'memory': '1g', 'workersAfterSeconds': 75}
CONF = {
    'spark.scheduler.minRegisteredResourcesRatio': '0',
    'spark.sql.files.openCostInBytes': '128m',
    'spark.sql.shuffle.partitions': '6',
}


def prepare() -> None:
    rows = 24_000
    lab.write_parquet(
        'tickets', lab.split_evenly({'stop': [n % 80 for n in range(rows)], 'cents': list(range(rows))}, 18)
    )


def run(spark) -> None:
    tickets = (
        spark.read.schema('stop long, cents long')
        .parquet(lab.lake('tickets'))
        .selectExpr('*', f'{lab.pause("5")} AS checked')
    )
    tickets.groupBy('stop', 'checked').sum('cents').collect()


if __name__ == '__main__':
    lab.start(prepare, run, APP)
