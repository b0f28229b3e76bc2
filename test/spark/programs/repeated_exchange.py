"""One table shuffled three times by one key.

Three summaries of the same visits (by another filter each) are joined on the visitor. Each reads and shuffles the
visits again by `visitor`. An expert names the repeated exchange: one pass with conditional sums, or keep the
shuffled rows.
"""

import lab

APP = 'visitor_profile'
CLUSTER = {'executors': 3, 'cores': 3, 'memory': '1g'}
CONF = {
    'spark.sql.shuffle.partitions': '27',
    'spark.sql.adaptive.coalescePartitions.enabled': 'false',
    'spark.sql.autoBroadcastJoinThreshold': '-1',
    'spark.sql.files.openCostInBytes': '128m',
}


def prepare() -> None:
    rows = 90_000
    columns = {
        'visitor': [n * 7919 % 45_007 for n in range(rows)],
        'page': [n % 5 for n in range(rows)],
        'seconds': [n % 300 for n in range(rows)],
    }
    lab.write_parquet('visits', lab.split_evenly(columns, 18))


def run(spark) -> None:
    spark.read.parquet(lab.lake('visits')).createOrReplaceTempView('visits')

    seen = f"CASE WHEN seconds % 2 = 0 THEN {lab.pause('1')} ELSE 'done' END"

    def summary(name: str, condition: str) -> str:
        return f"""(SELECT visitor, count(*) AS {name}, sum(seconds) AS {name}_s, max(seen) AS {name}_seen
                    FROM (SELECT visitor, seconds, {seen} AS seen FROM visits WHERE {condition})
                    GROUP BY visitor)"""

    spark.sql(
        f"""SELECT * FROM {summary('reading', 'page <= 3')} JOIN {summary('buying', 'page >= 1')} USING (visitor)
            JOIN {summary('lingering', 'seconds > 60')} USING (visitor)"""
    ).write.mode('overwrite').parquet(lab.lake('visitor_profile'))


if __name__ == '__main__':
    lab.start(prepare, run, APP)
