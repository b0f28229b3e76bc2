"""A lopsided key that does no harm.

Sixty per cent of all clicks belong to one campaign, and the report sums by campaign. Each map task adds up its own rows
first, so a reduce task gets one row a campaign and map task, whatever the campaign's size. The time goes into reading
and rating the clicks, evenly. An expert says: healthy, it is volume.
"""

import time

import lab

APP = 'campaign_totals'
CLUSTER = {'executors': 4, 'cores': 2, 'memory': '1g'}
CONF = {
    'spark.sql.files.openCostInBytes': '64m',
    'spark.sql.shuffle.partitions': '16',
    'spark.sql.adaptive.coalescePartitions.enabled': 'false',
}


def prepare() -> None:
    clicks = 160_000
    campaigns = [1 if number % 10 < 6 else number % 300 for number in range(clicks)]
    lab.write_parquet(
        'clicks', lab.split_evenly({'campaign': campaigns, 'bid': [n % 50 / 100 for n in range(clicks)]}, 40)
    )


def run(spark) -> None:
    from pyspark.sql import functions as f

    @f.udf('double')
    def rated(bid: float) -> float:
        time.sleep(0.003)
        return bid * 0.93

    clicks = spark.read.parquet(lab.lake('clicks')).withColumn('cost', rated('bid'))
    clicks.groupBy('campaign').agg(f.sum('cost').alias('cost'), f.count('*').alias('clicks')).write.mode(
        'overwrite'
    ).parquet(lab.lake('campaign_costs'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
