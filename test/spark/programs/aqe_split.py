"""A hot key that adaptive execution has split; nothing is wrong any more.

One route has a third of all tickets, and the limits for splitting are set low, so Spark cut that partition of the join
into pieces (the plan says `skewed`). The tasks of the join are even. An expert says: healthy, the split works.
"""

import os
import time

import lab

APP = 'route_tickets'
CLUSTER = {'executors': 4, 'cores': 2, 'memory': '1g'}
CONF = {
    'spark.sql.shuffle.partitions': '32',
    'spark.sql.adaptive.coalescePartitions.enabled': 'false',
    'spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes': '1m',
    'spark.sql.adaptive.skewJoin.skewedPartitionFactor': '2',
    'spark.sql.adaptive.advisoryPartitionSizeInBytes': '500k',
    'spark.shuffle.compress': 'false',
}


def prepare() -> None:
    rows = 72_000
    routes = [12 if n % 3 == 0 else n % 4000 for n in range(rows)]
    lab.write_parquet(
        'route_tickets',
        lab.split_evenly(
            {'route': routes, 'ticket': list(range(rows)), 'stamp': [os.urandom(80).hex() for _ in range(rows)]}, 16
        ),
    )
    lab.write_parquet(
        'routes',
        lab.split_evenly({'route': list(range(4000)), 'name': [f'route {n} {"w" * 4000}' for n in range(4000)]}, 4),
    )


def run(spark) -> None:
    from pyspark.sql import functions as f

    @f.udf('int')
    def stops(name: str) -> int:
        time.sleep(0.006)
        return len(name) % 12

    tickets, routes = spark.read.parquet(lab.lake('route_tickets')), spark.read.parquet(lab.lake('routes'))
    tickets.join(routes, 'route').withColumn('stops', stops(f.substring('name', 1, 40))).write.mode(
        'overwrite'
    ).parquet(lab.lake('tickets_with_stops'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
