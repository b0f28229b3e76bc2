"""A join whose key repeats on both sides.

Claims are joined to the price list on the article; the list keeps all eight versions of an article, so each claim comes
out many times before the running sum by clinic. Spark broadcasts the claims, which are small, so the price list's scan
is the stage that multiplies. An expert names the multiplied rows: keep the version in force before the join.
"""

import os

import lab

APP = 'claim_pricing'
CLUSTER = {'executors': 3, 'cores': 3, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '27', 'spark.sql.adaptive.coalescePartitions.enabled': 'false'}


def prepare() -> None:
    claims, articles = 54_000, 6_000
    columns = {
        'article': [n * 7919 % articles for n in range(claims)],
        'claim': list(range(claims)),
        'clinic': [n % 450 for n in range(claims)],
    }
    lab.write_parquet('claims', lab.split_evenly(columns, 9))
    versions = [(article, version) for article in range(articles) for version in range(8)]
    prices = {
        'article': [article for article, _ in versions],
        'version': [version for _, version in versions],
        'cents': [100 + n % 5000 for n in range(len(versions))],
        'wording': [os.urandom(320).hex() for _ in versions],
    }
    lab.write_parquet('prices', lab.split_evenly(prices, 4))


def run(spark) -> None:
    for table in ('claims', 'prices'):
        spark.read.parquet(lab.lake(table)).createOrReplaceTempView(table)
    pause = f"CASE WHEN claim % 3 = 0 THEN {lab.pause('1')} ELSE 'done' END"
    spark.sql(
        f"""SELECT clinic, claim, version, size, running, {pause} AS billed FROM (
              SELECT clinic, claim, version, size,
                     sum(cents) OVER (PARTITION BY clinic ORDER BY claim, version) AS running
              FROM (
                SELECT c.clinic, c.claim, p.version, p.cents, length(p.wording) AS size, {pause} AS priced
                FROM claims c JOIN prices p ON c.article = p.article)
              WHERE priced = 'done')"""
    ).write.mode('overwrite').parquet(lab.lake('priced_claims'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
