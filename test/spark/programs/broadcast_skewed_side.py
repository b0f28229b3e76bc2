"""A broadcast join whose big side is lopsided before any shuffle.

Meter readings are joined to a small tariff table, which Spark broadcasts as it should; nothing is shuffled. But one
region's file holds a third of all readings in a single row group, so one scan task has some ten times the records of
the others. An expert names data skew in the scan stage (split or rebalance that file), not a missed broadcast.
"""

import time

import lab

APP = 'tariff_assignment'
CLUSTER = {'executors': 3, 'cores': 3, 'memory': '1g'}
CONF = {'spark.sql.files.openCostInBytes': '128m'}


def prepare() -> None:
    def readings(rows: int, region: int) -> dict[str, list]:
        return {
            'meter_id': list(range(rows)),
            'tariff_id': [(number * 31 + region) % 40 for number in range(rows)],
            'kwh': [number % 90 / 10 for number in range(rows)],
        }

    lab.write_parquet('meter_readings', [readings(24_000 if region == 11 else 2_100, region) for region in range(24)])
    lab.write_parquet('tariffs', [{'tariff_id': list(range(40)), 'cents': [20 + n % 9 for n in range(40)]}])


def run(spark) -> None:
    from pyspark.sql import functions as f

    @f.udf('double')
    def charge(kwh: float, cents: int) -> float:
        time.sleep(0.0025)
        return kwh * cents / 100

    readings, tariffs = spark.read.parquet(lab.lake('meter_readings')), spark.read.parquet(lab.lake('tariffs'))
    charged = readings.join(f.broadcast(tariffs), 'tariff_id').withColumn('charge', charge('kwh', 'cents'))
    charged.write.mode('overwrite').parquet(lab.lake('charges'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
