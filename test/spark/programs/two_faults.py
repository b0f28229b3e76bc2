"""Two faults that have nothing to do with each other, in one application.

Parcel scans are joined to depots, idle depots included (a full join, which can not be broadcast); the central hub has
two fifths of all scans, so the join waits for one task (the costlier fault). Later the day's summary is written as a
single file: one task formats every line while eight cores wait (the smaller one). An expert tells both, the join first.
"""

import time

import lab

APP = 'parcel_day_close'
CLUSTER = {'executors': 3, 'cores': 3, 'memory': '1g'}
CONF = {
    'spark.sql.shuffle.partitions': '36',
    'spark.sql.adaptive.coalescePartitions.enabled': 'false',
}
HUB = 17


def prepare() -> None:
    scans = 60_000
    depots = [HUB if number % 5 < 2 else number % 400 for number in range(scans)]
    columns = {
        'depot_id': depots,
        'parcel_id': list(range(scans)),
        'weight_g': [100 + n % 900 for n in range(scans)],
        'note': [f'scan {n:060d}' for n in range(scans)],
    }
    lab.write_parquet('parcel_scans', lab.split_evenly(columns, 9))
    lab.write_parquet(
        'depots',
        lab.split_evenly(
            {'depot_id': list(range(400)), 'address': [f'{n} harbour road {"x" * 200}' for n in range(400)]}, 3
        ),
    )


def run(spark) -> None:
    from pyspark.sql import functions as f

    @f.udf('double')
    def postage(weight: int) -> float:
        time.sleep(0.0022)
        return (weight or 0) * 0.0042

    @f.udf('string')
    def statement_line(parcels: int, cost: float) -> str:
        time.sleep(0.075)
        return f'{parcels} parcels, {cost:.2f}'

    scans, depots = spark.read.parquet(lab.lake('parcel_scans')), spark.read.parquet(lab.lake('depots'))
    priced = scans.join(depots, 'depot_id', 'full').withColumn('cost', postage('weight_g'))
    priced.write.mode('overwrite').parquet(lab.lake('priced_scans'))
    daily = (
        spark.read.parquet(lab.lake('priced_scans'))
        .groupBy('depot_id')
        .agg(f.count('*').alias('parcels'), f.sum('cost').alias('cost'))
    )
    daily.coalesce(1).withColumn('line', statement_line('parcels', 'cost')).write.mode('overwrite').csv(
        lab.lake('statements')
    )


if __name__ == '__main__':
    lab.start(prepare, run, APP)
