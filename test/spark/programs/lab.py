"""What every program here needs: where its data lies, files of known content, and the two steps of a run.

A program is started twice: `prepare` writes its input with plain Python, so that making the data leaves no trace in the
event log; `run` is the Spark application itself. Costs are mostly sleeping: two real cores then carry a dozen slots,
and a task is slow for the reason the program gives and for no other.
"""

import os
import shutil
import sys
from pathlib import Path

import pyarrow
import pyarrow.parquet


def lake(name: str) -> str:
    """Address of a table (a folder of files) of this run."""
    return str(Path(os.environ['LAB_ROOT']) / 'lake' / name)


def empty_folder(name: str) -> Path:
    folder = Path(lake(name))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def write_parquet(name: str, parts: list[dict[str, list]], rows_per_group: int | None = None) -> None:
    """One uncompressed file for each part; of one row group unless told, so that a part stays whole in one task."""
    folder = empty_folder(name)
    for number, part in enumerate(parts):
        table = pyarrow.table(part)
        file = folder / f'part-{number:05d}.parquet'
        pyarrow.parquet.write_table(
            table, file, compression='none', row_group_size=rows_per_group or max(1, table.num_rows)
        )


def split_evenly(columns: dict[str, list], files: int) -> list[dict[str, list]]:
    """Rows dealt out in turn, so that each file holds the same mix."""
    return [{name: values[start::files] for name, values in columns.items()} for start in range(files)]


def pause(milliseconds: str) -> str:
    """SQL text that holds its row up in the JVM for so long; its value is a word without meaning."""
    return f"coalesce(reflect('java.lang.Thread', 'sleep', CAST({milliseconds} AS BIGINT)), 'done')"


def start(prepare, run, app: str) -> None:
    """Does the step named on the command line: `prepare`, or `run` with a Spark session."""
    if sys.argv[1] == 'prepare':
        prepare()
        return
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName(app).getOrCreate()
    try:
        run(spark)
    finally:
        spark.stop()
