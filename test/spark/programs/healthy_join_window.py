"""A join and a rank on the same key; nothing is wrong.

Listens are joined to their artist (a unique key, table too large to broadcast) and ranked per artist: one exchange
of each side serves both. Even tasks. An expert says: healthy.
"""

import os

import lab

APP = 'artist_ranks'
CLUSTER = {'executors': 2, 'cores': 3, 'memory': '1g'}
CONF = {'spark.sql.shuffle.partitions': '24', 'spark.sql.adaptive.coalescePartitions.enabled': 'false'}


def prepare() -> None:
    rows, artists = 96_000, 24_000
    columns = {
        'artist': [n * 7919 % artists for n in range(rows)],
        'at': list(range(rows)),
        'device': [f'device {n % 9}' for n in range(rows)],
    }
    lab.write_parquet('listens', lab.split_evenly(columns, 6))
    lab.write_parquet(
        'artists',
        lab.split_evenly(
            {'artist': list(range(artists)), 'biography': [os.urandom(550).hex() for _ in range(artists)]}, 6
        ),
    )


def run(spark) -> None:
    for table in ('listens', 'artists'):
        spark.read.parquet(lab.lake(table)).createOrReplaceTempView(table)
    spark.sql(
        f"""SELECT artist, at, size, place, {lab.pause('4')} AS stored FROM (
              SELECT l.artist, l.at, length(a.biography) AS size,
                     rank() OVER (PARTITION BY l.artist ORDER BY l.at) AS place
              FROM listens l JOIN artists a ON l.artist = a.artist)"""
    ).write.mode('overwrite').parquet(lab.lake('artist_ranks'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
