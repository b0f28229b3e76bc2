"""No stage is the slow one.

A simulation shuffles the same agents twelve times and runs the same slow rule on every agent in each round. Thirteen
stages of about the same length. An expert says: spread; the row code repeated in each stage is the cost.
"""

import time

import lab

APP = 'agent_rounds'
CLUSTER = {'executors': 4, 'cores': 2, 'memory': '1g'}
CONF = {}


def prepare() -> None:
    pass


def run(spark) -> None:
    def stepped(agents):
        for agent, wealth in agents:
            time.sleep(0.004)
            yield (agent * 7 + 3) % 8191, wealth + agent % 3 - 1

    agents = spark.sparkContext.parallelize([(number, 100) for number in range(8191)], 8)
    for _ in range(12):
        agents = agents.mapPartitions(stepped).partitionBy(8)
    agents.mapPartitions(stepped).values().sum()


if __name__ == '__main__':
    lab.start(prepare, run, APP)
