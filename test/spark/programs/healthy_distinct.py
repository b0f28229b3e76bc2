"""DISTINCT over rows that hardly repeat; nothing is wrong.

Contacts are made distinct by address; 97% are unique, so combining finds nothing and as many rows are shuffled as were
read. That is what this shape costs. An expert says: healthy.
"""

import time

import lab

APP = 'distinct_contacts'
CLUSTER = {'executors': 4, 'cores': 2, 'memory': '1g'}
CONF = {
    'spark.sql.shuffle.partitions': '32',
    'spark.sql.adaptive.coalescePartitions.enabled': 'false',
    'spark.sql.files.openCostInBytes': '128m',
}


def prepare() -> None:
    rows = 160_000
    lab.write_parquet(
        'contacts',
        lab.split_evenly({'address': [f'person.{n % 155_200}@mail{n * 31 % 977}.example' for n in range(rows)]}, 16),
    )


def run(spark) -> None:
    def domain(address: str) -> str:
        time.sleep(0.0035)
        return address.split('@')[1]

    spark.udf.register('domain', domain)
    spark.read.parquet(lab.lake('contacts')).createOrReplaceTempView('contacts')
    spark.sql('SELECT address, domain(address) AS domain FROM (SELECT DISTINCT address FROM contacts)').write.mode(
        'overwrite'
    ).parquet(lab.lake('distinct_contacts'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
