"""A Python function on every row, called from SQL text; nothing is wrong.

Each address is normalised in Python before a count per postcode. All 18 tasks have the same rows and take the same
time. An expert says: volume; faster row code or more cores would help, nothing is out of order.
"""

import time

import lab

APP = 'address_quality'
CLUSTER = {'executors': 2, 'cores': 4, 'memory': '1g'}
CONF = {'spark.sql.files.openCostInBytes': '64m', 'spark.sql.shuffle.partitions': '8'}


def prepare() -> None:
    rows = 108_000
    columns = {
        'address': [f'{n % 300} Mill Lane {n}' for n in range(rows)],
        'postcode': [f'{n % 90:04d}' for n in range(rows)],
    }
    lab.write_parquet('addresses', lab.split_evenly(columns, 36))


def run(spark) -> None:
    def normalised(address: str) -> str:
        time.sleep(0.005)
        return ' '.join(address.upper().split())

    spark.udf.register('normalised', normalised)
    spark.read.parquet(lab.lake('addresses')).createOrReplaceTempView('addresses')
    spark.sql(
        """SELECT postcode, count(*) AS addresses, max(length(clean)) AS longest
           FROM (SELECT postcode, normalised(address) AS clean FROM addresses) GROUP BY postcode"""
    ).write.mode('overwrite').csv(lab.lake('address_counts'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
