"""Reads a run through a History Server and prints what a person would look at before writing its label.

python3 read_figures.py serve [--root FOLDER]          a Spark 4.1.4 History Server on port 18090 over runs/
python3 read_figures.py NAME... [--server URL]         the figures of these runs
python3 read_figures.py NAME... --into-label           the same, short, as `facts` of their label.json
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
QUANTILES = '0,0.25,0.5,0.75,0.95,1'


def serve(root: Path) -> None:
    """Blocks; picks up new runs, as the server watches the folder it is given."""
    spark_home = next((root / 'venv-4.1.4' / 'lib').glob('python3*/site-packages/pyspark'))
    served = root / 'served'
    served.mkdir(exist_ok=True)
    gather(served)
    properties = {'fs.logDirectory': f'file:{served}', 'ui.port': '18090', 'fs.update.interval': '2s'}
    options = ' '.join(f'-Dspark.history.{key}={value}' for key, value in properties.items())
    env = {**os.environ, 'SPARK_NO_DAEMONIZE': '1', 'SPARK_HISTORY_OPTS': options, 'SPARK_LOCAL_IP': '127.0.0.1'}
    command = [str(spark_home / 'bin' / 'spark-class'), 'org.apache.spark.deploy.history.HistoryServer']
    subprocess.run(['nice', '-n', '10', *command], env=env, check=False)


def gather(served: Path) -> None:
    for log in (HERE / 'runs').glob('*/*'):
        if log.suffix != '.json' and not (served / log.name).exists():
            (shutil.copytree if log.is_dir() else shutil.copy)(log, served / log.name)


def ask(server: str, path: str):
    try:
        with urllib.request.urlopen(f'{server}/api/v1/{path}', timeout=300) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None
        raise


def app_id(run: Path) -> str:
    log = next(entry for entry in sorted(run.iterdir()) if entry.suffix != '.json')
    return log.name.removesuffix('.inprogress').removesuffix('.zstd').removeprefix('eventlog_v2_')


def seconds(later: str | None, earlier: str | None) -> float | None:
    if not later or not earlier:
        return None
    from datetime import datetime

    read = [datetime.strptime(text.replace('GMT', '+0000'), '%Y-%m-%dT%H:%M:%S.%f%z') for text in (later, earlier)]
    return round((read[0] - read[1]).total_seconds(), 1)


def mb(count: int) -> float:
    return round(count / 1e6, 2)


def stage_line(stage: dict, started: str) -> dict:
    return {
        'stage': f'{stage["stageId"]}.{stage["attemptId"]}',
        'status': stage['status'],
        's': seconds(stage.get('completionTime'), stage.get('submissionTime')),
        'at': seconds(stage.get('submissionTime'), started),
        'waitS': seconds(stage.get('firstTaskLaunchedTime'), stage.get('submissionTime')),
        'tasks': stage['numTasks'],
        'failed': stage['numFailedTasks'],
        'killed': stage['numKilledTasks'],
        'runS': round(stage['executorRunTime'] / 1000, 1),
        'gcS': round(stage['jvmGcTime'] / 1000, 1),
        'inMB': mb(stage['inputBytes']),
        'inRec': stage['inputRecords'],
        'shReadMB': mb(stage['shuffleReadBytes']),
        'shReadRec': stage['shuffleReadRecords'],
        'shWriteMB': mb(stage['shuffleWriteBytes']),
        'shWriteRec': stage['shuffleWriteRecords'],
        'outMB': mb(stage['outputBytes']),
        'spillMemMB': mb(stage['memoryBytesSpilled']),
        'spillDiskMB': mb(stage['diskBytesSpilled']),
        'name': stage['name'][:60],
        'reason': (stage.get('failureReason') or '')[:200],
    }


def stage_in_depth(server: str, base: str, stage: dict) -> dict:
    path = f'{base}/stages/{stage["stageId"]}/{stage["attemptId"]}'
    summary = ask(server, f'{path}/taskSummary?quantiles={QUANTILES}')
    tasks = ask(server, f'{path}/taskList?length=8&sortBy=-runtime') or []
    totals = (ask(server, f'{path}?details=true&taskStatus=unknown') or {}).get('executorSummary', {})
    depth = {'stage': f'{stage["stageId"]}.{stage["attemptId"]}'}
    if summary:
        depth['quantiles'] = {
            'durationMs': summary['duration'],
            'runMs': summary['executorRunTime'],
            'deserMs': summary['executorDeserializeTime'],
            'gcMs': summary['jvmGcTime'],
            'inRec': summary['inputMetrics']['recordsRead'],
            'inBytes': summary['inputMetrics']['bytesRead'],
            'shReadRec': summary['shuffleReadMetrics']['readRecords'],
            'shReadBytes': summary['shuffleReadMetrics']['readBytes'],
            'spillMem': summary['memoryBytesSpilled'],
            'spillDisk': summary['diskBytesSpilled'],
        }
    depth['slowest'] = [
        {
            'index': task['index'],
            'attempt': task['attempt'],
            'executor': task['executorId'],
            'status': task['status'],
            'locality': task['taskLocality'],
            'runS': round(task['taskMetrics']['executorRunTime'] / 1000, 1) if 'taskMetrics' in task else None,
            'durationS': round(task.get('duration', 0) / 1000, 1),
            'records': task['taskMetrics']['inputMetrics']['recordsRead']
            + task['taskMetrics']['shuffleReadMetrics']['recordsRead']
            if 'taskMetrics' in task
            else None,
            'gcS': round(task['taskMetrics']['jvmGcTime'] / 1000, 1) if 'taskMetrics' in task else None,
        }
        for task in tasks
    ]
    depth['perExecutor'] = {
        key: {'tasks': total['succeededTasks'], 's': round(total['taskTime'] / 1000, 1)}
        for key, total in totals.items()
    }
    return depth


def figures(server: str, run: Path, deep: int) -> dict:
    base = f'applications/{app_id(run)}'
    app = ask(server, base)
    attempt = app['attempts'][0]
    if attempt.get('attemptId'):
        base += f'/{attempt["attemptId"]}'
    started = attempt['startTime']
    stages = [stage for stage in ask(server, f'{base}/stages') if stage['status'] not in ('SKIPPED', 'PENDING')]
    stages.sort(key=lambda stage: stage.get('submissionTime') or '')
    longest = sorted(
        stages, key=lambda stage: -(seconds(stage.get('completionTime'), stage.get('firstTaskLaunchedTime')) or 0)
    )[:deep]
    jobs = ask(server, f'{base}/jobs')
    executions = ask(server, f'{base}/sql?details=false&length=500') or []
    return {
        'app': {
            'name': app['name'],
            'seconds': round(attempt['duration'] / 1000, 1),
            'completed': attempt['completed'],
        },
        'jobs': [
            f'{job["jobId"]} {job["status"]} {seconds(job.get("completionTime"), job.get("submissionTime"))} s'
            for job in reversed(jobs)
        ],
        'sql': [
            f'{one["id"]} {one["status"]} {one["duration"] / 1000} s {one["description"][:60]}' for one in executions
        ],
        'stages': [stage_line(stage, started) for stage in stages],
        'depth': [stage_in_depth(server, base, stage) for stage in longest],
        'executors': [
            {
                'id': one['id'],
                'host': one['hostPort'].split(':')[0],
                'addedAt': seconds(one['addTime'], started),
                'removed': one.get('removeReason', '')[:80],
                'tasks': one['totalTasks'],
                'failed': one['failedTasks'],
                'taskS': round(one['totalDuration'] / 1000, 1),
                'gcS': round(one['totalGCTime'] / 1000, 1),
                'gcShare': round(one['totalGCTime'] / one['totalDuration'], 3) if one['totalDuration'] else None,
                'storMB': mb(one['memoryUsed']),
                'maxMB': mb(one['maxMemory']),
                'peakStorMB': mb(one.get('peakMemoryMetrics', {}).get('OnHeapStorageMemory', 0)),
            }
            for one in ask(server, f'{base}/allexecutors')
        ],
    }


def print_figures(name: str, read: dict) -> None:
    print(f'=== {name}: {read["app"]}\n  {len(read["jobs"])} jobs {read["jobs"][:12]}\n  sql {read["sql"][:6]}')
    for key in ('stages', 'depth', 'executors'):
        for row in read[key][:40]:
            shown = {field: value for field, value in row.items() if value not in ('', 0, 0.0, [])}
            quantiles, slowest = shown.pop('quantiles', {}), shown.pop('slowest', [])
            print('  ', key, ' '.join(f'{field}={value}' for field, value in shown.items()))
            for metric, values in quantiles.items():
                if any(values):
                    print('       ', metric, [round(value) for value in values])
            for task in slowest:
                print('       ', ' '.join(f'{field}={value}' for field, value in task.items()))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('names', nargs='+')
    parser.add_argument('--server', default='http://127.0.0.1:18090')
    parser.add_argument('--root', default=str(Path(tempfile.gettempdir()) / 'sparkruns'))
    parser.add_argument('--deep', type=int, default=2)
    parser.add_argument('--into-label', action='store_true')
    options = parser.parse_args()
    if options.names == ['serve']:
        sys.exit(serve(Path(options.root)))
    for name in options.names:
        read = figures(options.server, HERE / 'runs' / name, options.deep)
        if not options.into_label:
            print_figures(name, read)
            continue
        file = HERE / 'runs' / name / 'label.json'
        label = json.loads(file.read_text())
        # Long runs keep their longest stages only: facts are for a reader, not for a program.
        read['stages'] = sorted(
            sorted(read['stages'], key=lambda row: -(row['s'] or 0))[:12], key=lambda row: row['at'] or 0
        )
        read['jobs'], read['sql'] = read['jobs'][:12], read['sql'][:12]
        read['stages'] = [
            {field: value for field, value in row.items() if value not in ('', 0, 0.0, None)} for row in read['stages']
        ]
        label['facts'] = read
        file.write_text(json.dumps(label, indent=1, ensure_ascii=False) + '\n')


main()
