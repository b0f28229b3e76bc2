"""A red heap on every executor, and a lopsided task that is not its cause.

Maintenance notes are grouped by machine; one machine has nearly all of them and its notes are passed to a slow archive
one by one (waiting, hardly an object made). The notes of all other machines are unfolded into large arrays on small
heaps: a third of the task time is collection, and the executor of the lopsided task has the smallest share. The stage
ends when all executors do, not with that task. An expert names object churn and does not tie it to the lopsided task.
"""

import lab

APP = 'maintenance_notes'
CLUSTER = {'executors': 5, 'cores': 1, 'memory': '512m'}
CONF = {
    'spark.sql.shuffle.partitions': '25',
    'spark.sql.adaptive.coalescePartitions.enabled': 'false',
    'spark.executor.extraJavaOptions': '-XX:TieredStopAtLevel=1 -XX:+UseParallelGC -XX:ParallelGCThreads=1',
}


def prepare() -> None:
    machines = [4711] * 40_000 + [n % 250 for n in range(700)]
    lab.write_parquet('notes', lab.split_evenly({'machine': machines, 'at': list(range(len(machines)))}, 5))


def run(spark) -> None:
    spark.read.parquet(lab.lake('notes')).createOrReplaceTempView('notes')
    unfolded = 'size(transform(sequence(1, 450000), x -> struct(x AS a, x * 3 AS b)))'
    spark.sql(
        f"""SELECT machine, at, previous,
                   CASE WHEN machine = 4711 THEN {lab.pause('2')} ELSE CAST({unfolded} AS STRING) END AS kept
            FROM (SELECT machine, at, lag(at) OVER (PARTITION BY machine ORDER BY at) AS previous FROM notes)"""
    ).write.mode('overwrite').parquet(lab.lake('kept_notes'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
