"""Work that grows with the square of a group.

Each customer's trips are compared pair by pair in a grouped-map function. One customer (a courier) has eight times the
trips of a usual task, and its task runs some fifty times as long. Records and time do not grow alike, yet it is the
same fault: data skew. A rule that wants equal ratios calls it uneven work.
"""

import time

import lab

APP = 'trip_pairs'
CLUSTER = {'executors': 3, 'cores': 3, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '24', 'spark.sql.adaptive.coalescePartitions.enabled': 'false'}


def prepare() -> None:
    customers = [customer for customer in range(96) for _ in range(100)] + [1000] * 3200
    lab.write_parquet(
        'trips', lab.split_evenly({'customer': customers, 'km': [n % 40 for n in range(len(customers))]}, 9)
    )


def run(spark) -> None:
    import pandas

    def pairs(trips: pandas.DataFrame) -> pandas.DataFrame:
        time.sleep(6.5e-6 * len(trips) ** 2)
        return pandas.DataFrame({'customer': trips['customer'].head(1), 'pairs': [len(trips) * (len(trips) - 1) // 2]})

    trips = spark.read.parquet(lab.lake('trips'))
    trips.groupBy('customer').applyInPandas(pairs, 'customer long, pairs long').write.mode('overwrite').parquet(
        lab.lake('trip_pairs')
    )


if __name__ == '__main__':
    lab.start(prepare, run, APP)
