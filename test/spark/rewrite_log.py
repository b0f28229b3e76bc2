"""Takes what belongs to one machine out of an event log, and nothing else.

Paths, the host name and the system properties go; events, counters, times and plans stay as Spark wrote them. Fields
are rewritten as text of known paths and as whole words only: a blind replacement of a short host name would also hit
metric names.
"""

import json
import re
import subprocess
from pathlib import Path

KEPT_SYSTEM_PROPERTIES = ('java.version', 'java.vm.name', 'os.name', 'os.arch', 'file.encoding', 'user.timezone')


def rewrite(source: Path, target: Path, paths: dict[str, str], host: str, unwanted: list[str]) -> None:
    """Reads a zstd log, replaces `paths` (longest first) and the host, and writes it.

    Raises ValueError when the result still holds one of `unwanted`: such a log is not published.
    """
    unfinished = source.suffix == '.inprogress'
    text = subprocess.run(['zstd', '-dcq', str(source)], capture_output=True, check=not unfinished).stdout.decode()
    if unfinished:
        text = text[: text.rindex('\n') + 1]
    for old in sorted(paths, key=len, reverse=True):
        text = text.replace(old, paths[old])
    text = re.sub(rf'(?<![\w.-]){re.escape(host)}(?![\w-])', 'driver-host', text)
    lines = [without_machine(line) for line in text.splitlines()]
    leftover = [place for place in unwanted if any(place in line for line in lines)]
    if leftover:
        raise ValueError(f'{source.name} still names {leftover}')
    packed = subprocess.run(
        ['zstd', '-cq', '-19'], input=('\n'.join(lines) + '\n').encode(), capture_output=True, check=True
    ).stdout
    target.write_bytes(packed)


def without_machine(line: str) -> str:
    if not line.startswith('{"Event":"SparkListenerEnvironmentUpdate"'):
        return line
    event = json.loads(line)
    event['JVM Information']['Java Home'] = '/usr/lib/jvm/java-17'
    system = event['System Properties']
    event['System Properties'] = {key: system[key] for key in KEPT_SYSTEM_PROPERTIES if key in system}
    event['System Properties']['user.name'] = 'etl'
    event['Classpath Entries'] = {'/data/spark/jars/*': 'System Classpath'}
    return json.dumps(event, separators=(',', ':'))
