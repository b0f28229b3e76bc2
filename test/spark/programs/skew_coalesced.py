"""Everything at its default: 200 shuffle partitions that adaptive execution coalesces to a handful.

Bookings are joined to hotels; a booking portal's collective account has a third of all bookings. After coalescing the
join stage has about as many tasks as cores, and one of them has the collective account. An expert names data skew.
"""

import os
import time

import lab

APP = 'booking_enrichment'
CLUSTER = {'executors': 4, 'cores': 2, 'memory': '1g'}
CONF = {}


def prepare() -> None:
    rows = 45_000
    hotels = [99 if n % 3 == 0 else n % 2500 for n in range(rows)]
    columns = {'hotel': hotels, 'booking': list(range(rows)), 'payload': [os.urandom(300).hex() for _ in range(rows)]}
    lab.write_parquet('bookings', lab.split_evenly(columns, 8))
    lab.write_parquet(
        'hotels',
        lab.split_evenly({'hotel': list(range(2500)), 'text': [os.urandom(4500).hex() for _ in range(2500)]}, 2),
    )


def run(spark) -> None:
    from pyspark.sql import functions as f

    @f.udf('int')
    def rated(payload: str, text: str) -> int:
        time.sleep(0.0035)
        return len(payload) + len(text)

    bookings, hotels = spark.read.parquet(lab.lake('bookings')), spark.read.parquet(lab.lake('hotels'))
    bookings.join(hotels, 'hotel').select(
        'booking', rated('payload', f.substring('text', 1, 80)).alias('rating')
    ).write.mode('overwrite').parquet(lab.lake('rated'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
