"""Makes a labelled run: a standalone Spark on loopback addresses, one program, its event log in runs/<name>/.

    python3 make_runs.py PROGRAM [--spark 4.1.4] [--name NAME] [--root FOLDER]

`--root` is the folder outside the checkout that takes venvs, data and logs. The label beside a log is written by hand,
after reading the run through a History Server (read_figures.py).
"""

import argparse
import ast
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rewrite_log import rewrite

HERE = Path(__file__).parent
MASTER = 'spark://127.0.0.1:7177'
# No run is meant to take so long: one that does is stuck and is cut off, its log then has no end.
LONGEST_RUN_SECONDS = 900
DEFAULT_HOSTS = ['127.0.0.21', '127.0.0.22', '127.0.0.23', '127.0.0.24', '127.0.0.25', '127.0.0.26']
# What every run has: a log that a History Server of any version reads, and no web UI, whose port is not wanted.
BASE_CONF = {
    'spark.eventLog.enabled': 'true',
    'spark.eventLog.compress': 'true',
    'spark.eventLog.compression.codec': 'zstd',
    'spark.eventLog.rolling.enabled': 'false',
    'spark.ui.enabled': 'false',
    'spark.ui.showConsoleProgress': 'false',
    'spark.driver.bindAddress': '127.0.0.1',
    'spark.driver.host': '127.0.0.1',
    'spark.driver.memory': '1g',
    'spark.scheduler.minRegisteredResourcesRatio': '1.0',
    'spark.scheduler.maxRegisteredResourcesWaitingTime': '180s',
    'spark.driver.extraJavaOptions': '-XX:TieredStopAtLevel=1',
    'spark.executor.extraJavaOptions': '-XX:TieredStopAtLevel=1',
}


def settings_of(program: Path) -> dict:
    """The literal constants APP, CLUSTER and CONF of a program, read without running it."""
    found = {'CLUSTER': {}, 'CONF': {}}
    for node in ast.parse(program.read_text()).body:
        if isinstance(node, ast.Assign) and node.targets[0].id in ('APP', 'CLUSTER', 'CONF'):
            found[node.targets[0].id] = ast.literal_eval(node.value)
    return found


def venv_with_spark(root: Path, version: str) -> Path:
    venv = root / f'venv-{version}'
    if not (venv / 'bin' / 'python').exists():
        subprocess.run([sys.executable, '-m', 'venv', str(venv)], check=True)
        # pandas 3 and numpy 2 are younger than Spark 3.5 and break its Python workers.
        extra = ['pandas<3', 'numpy<2', 'pyarrow<20'] if version.startswith('3.') else ['pandas', 'pyarrow']
        subprocess.run(
            [venv / 'bin' / 'python', '-m', 'pip', 'install', '-q', f'pyspark=={version}', *extra], check=True
        )
    return venv


def start_cluster(spark_home: Path, root: Path, cluster: dict, env: dict) -> list[subprocess.Popen]:
    """A master and one worker for each executor wanted; a worker's host is its loopback address."""
    spark_class = str(spark_home / 'bin' / 'spark-class')
    nice = ['nice', '-n', '10']

    def begin(arguments: list[str], address: str, log: str) -> subprocess.Popen:
        out = open(root / 'logs' / f'{log}.log', 'w')
        own = {
            **env,
            'SPARK_LOCAL_IP': address,
            'LAB_HOST': address,
            'SPARK_DAEMON_JAVA_OPTS': '-XX:TieredStopAtLevel=1',
        }
        return subprocess.Popen(
            [*nice, spark_class, *arguments], env=own, stdout=out, stderr=out, start_new_session=True
        )

    package = 'org.apache.spark.deploy'
    master = begin(
        [f'{package}.master.Master', '--host', '127.0.0.1', '--port', '7177', '--webui-port', '0'],
        '127.0.0.1',
        'master',
    )
    for _ in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(('127.0.0.1', 7177)) == 0:
                break
        time.sleep(0.2)
    started = [master]
    hosts = cluster.get('hosts', DEFAULT_HOSTS)[: cluster['executors']]
    # A full cluster: its workers become free only some time after the application asked.
    if cluster.get('workersAfterSeconds'):
        started.append(delayed_workers(spark_class, hosts, cluster, env, root))
        return started
    for host in hosts:
        started.append(begin(worker_arguments(host, cluster), host, f'worker-{host}'))
    return started


def worker_arguments(host: str, cluster: dict) -> list[str]:
    cores, memory = str(cluster['cores']), cluster.get('workerMemory', '4g')
    return [
        'org.apache.spark.deploy.worker.Worker',
        '--host',
        host,
        '--port',
        '0',
        '--webui-port',
        '0',
        '--cores',
        cores,
        '--memory',
        memory,
        MASTER,
    ]


def delayed_workers(spark_class: str, hosts: list[str], cluster: dict, env: dict, root: Path) -> subprocess.Popen:
    commands = ' & '.join(
        f'SPARK_LOCAL_IP={host} LAB_HOST={host} nice -n 10 {spark_class} {" ".join(worker_arguments(host, cluster))}'
        for host in hosts
    )
    out = open(root / 'logs' / 'workers.log', 'w')
    script = f'sleep {cluster["workersAfterSeconds"]}; {commands} & wait'
    return subprocess.Popen(['bash', '-c', script], env=env, stdout=out, stderr=out, start_new_session=True)


def stop(processes: list[subprocess.Popen]) -> None:
    for process in processes:
        try:
            os.killpg(process.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
    for process in processes:
        process.wait()


def submit(program: Path, settings: dict, spark_home: Path, root: Path, env: dict) -> int:
    """Runs both steps of a program; gives the exit code of the application."""
    cluster = settings['CLUSTER']
    job = root / 'jobs' / f'{settings["APP"].replace("-", "_")}.py'
    for old in (root / 'jobs').glob('*.py'):
        old.unlink()
    shutil.copy(program, job)
    shutil.copy(HERE / 'programs' / 'lab.py', root / 'jobs' / 'lab.py')
    subprocess.run(['nice', '-n', '10', env['PYSPARK_PYTHON'], str(job), 'prepare'], env=env, check=True)
    conf = {
        **BASE_CONF,
        'spark.eventLog.dir': f'file:{root}/history',
        'spark.local.dir': f'{root}/local',
        'spark.sql.warehouse.dir': f'{root}/warehouse',
    }
    if 'local' in cluster:
        conf |= {'spark.master': f'local[{cluster["local"]}]'}
    else:
        total = cluster['executors'] * cluster['cores']
        conf |= {'spark.master': MASTER, 'spark.cores.max': str(total), 'spark.executor.cores': str(cluster['cores'])}
        conf |= {'spark.executor.memory': cluster.get('memory', '1g')}
    conf |= settings['CONF']
    arguments = [part for key, value in conf.items() if value is not None for part in ('--conf', f'{key}={value}')]
    with open(root / 'logs' / 'driver.log', 'w') as out:
        command = [
            'nice',
            '-n',
            '10',
            str(spark_home / 'bin' / 'spark-submit'),
            *arguments,
            '--py-files',
            str(root / 'jobs' / 'lab.py'),
            str(job),
            'run',
        ]
        application = subprocess.Popen(command, env=env, stdout=out, stderr=out, start_new_session=True)
        try:
            return application.wait(timeout=LONGEST_RUN_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(application.pid, signal.SIGKILL)
            return application.wait()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--spark', default='4.1.4')
    parser.add_argument('--name')
    parser.add_argument('--root', default=str(Path(tempfile.gettempdir()) / 'sparkruns'))
    options = parser.parse_args()
    root = Path(options.root)
    for folder in ('logs', 'jobs', 'history', 'local', 'lake', 'work', 'warehouse'):
        (root / folder).mkdir(parents=True, exist_ok=True)
    program = HERE / 'programs' / f'{options.program}.py'
    settings = settings_of(program)
    python = venv_with_spark(root, options.spark) / 'bin' / 'python'
    spark_home = next((python.parent.parent / 'lib').glob('python3*/site-packages/pyspark'))
    env = {**os.environ, 'SPARK_HOME': str(spark_home), 'PYSPARK_PYTHON': str(python), 'SPARK_LOCAL_IP': '127.0.0.1'}
    env |= {
        'LAB_ROOT': str(root),
        'SPARK_USER': 'etl',
        'SPARK_WORKER_DIR': str(root / 'work'),
        'SPARK_LOCAL_DIRS': str(root / 'local'),
    }
    before = set((root / 'history').iterdir())
    processes = [] if 'local' in settings['CLUSTER'] else start_cluster(spark_home, root, settings['CLUSTER'], env)
    try:
        code = submit(program, settings, spark_home, root, env)
    finally:
        stop(processes)
        for folder in ('local', 'work'):
            shutil.rmtree(root / folder, ignore_errors=True)
    logs = sorted(set((root / 'history').iterdir()) - before)
    print(f'{options.program} on {options.spark}: exit {code}, {[log.name for log in logs]}')
    name = options.name or options.program.replace('_', '-') + (
        '' if options.spark == '4.1.4' else f'-{options.spark[:3]}'
    )
    target = HERE / 'runs' / name
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    paths = {str(spark_home): '/data/spark', str(python.parent.parent): '/data/python', str(root): '/data'}
    unwanted = [str(Path.home()), str(HERE.parents[1]), sys.base_prefix, str(root)]
    for log in logs:
        rewrite(log, target / log.name, paths, socket.gethostname(), unwanted)
        print(f'{target / log.name}: {(target / log.name).stat().st_size} bytes')


main()
