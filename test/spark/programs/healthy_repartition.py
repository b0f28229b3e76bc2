"""A round-robin repartition before a slow write; nothing is wrong.

Nine input files are spread to 36 even pieces so that all cores can work on the expensive rendering. Every row moves
once. An expert says: healthy; the repartition earns its cost.
"""

import time

import lab

APP = 'render_tickets'
CLUSTER = {'executors': 3, 'cores': 4, 'memory': '1g'}
CONF = {'spark.sql.adaptive.enabled': 'false'}


def prepare() -> None:
    rows = 90_000
    lab.write_parquet(
        'tickets_to_render',
        lab.split_evenly(
            {'ticket': list(range(rows)), 'text': [f'row {n % 40} seat {n % 60}' for n in range(rows)]}, 9
        ),
    )


def run(spark) -> None:
    from pyspark.sql import functions as f

    @f.udf('string')
    def rendered(text: str) -> str:
        time.sleep(0.007)
        return text.title()

    tickets = spark.read.parquet(lab.lake('tickets_to_render')).repartition(36)
    tickets.withColumn('page', rendered('text')).write.mode('overwrite').parquet(lab.lake('rendered_tickets'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
