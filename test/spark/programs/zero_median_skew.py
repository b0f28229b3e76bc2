"""Four of thirty tasks hold all rows.

Readings are ranked within one of four plants and shuffled to thirty partitions: 26 are empty, so the median task has
zero records and a ratio of records cannot be formed. An expert says: the key has four values, the work lies in four
tasks: skew of the key (too few of its values to fill the cores).
"""

import lab

APP = 'plant_ranking'
CLUSTER = {'executors': 3, 'cores': 4, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '30', 'spark.sql.adaptive.coalescePartitions.enabled': 'false'}


def prepare() -> None:
    rows = 130_000
    columns = {
        'plant': [1 + n % 4 for n in range(rows)],
        'at': list(range(rows)),
        'grams': [n * 37 % 5000 for n in range(rows)],
    }
    lab.write_parquet('weighings', lab.split_evenly(columns, 12))


def run(spark) -> None:
    spark.read.parquet(lab.lake('weighings')).createOrReplaceTempView('weighings')
    spark.sql(
        f"""SELECT plant, at, place, {lab.pause('1')} AS checked
            FROM (SELECT plant, at, rank() OVER (PARTITION BY plant ORDER BY grams) AS place FROM weighings)"""
    ).write.mode('overwrite').parquet(lab.lake('ranked_weighings'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
