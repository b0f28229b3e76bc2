import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startLoggingProxy } from './logging-proxy.ts';

/**
 * `npm run side-by-side -- <History Server url> <python> <application id>…`: what three tools take to look at the same
 * applications. The Python is one of 3.12 with `spark-advisor-cli` and `mcp-apache-spark-history-server` installed. They
 * answer other questions than ours does; only what they ask of the server and of the machine is compared.
 */

const [server, python, ...ids] = process.argv.slice(2);
if (server === undefined || python === undefined || ids.length === 0) {
  process.stderr.write('Usage: npm run side-by-side -- <History Server url> <python 3.12> <application id>…\n');
  process.exit(2);
}

const run = promisify(execFile);
const REPOSITORY = process.cwd();

const TOOLS: { name: string; command: (url: string, id: string) => string[] }[] = [
  {
    name: 'sparkcheck',
    command: (url, id) => [process.execPath, join(REPOSITORY, 'dist/cli.js'), id, '--server', url, '--json'],
  },
  {
    name: 'spark-advisor-cli',
    command: (url, id) => [
      join(dirname(python), 'spark-advisor'),
      'analyze',
      id,
      '-hs',
      url,
      '--mode',
      'static',
      '-f',
      'json',
    ],
  },
  {
    name: 'mcp-apache-spark-history-server',
    command: (url, id) => [python, join(REPOSITORY, 'test/bench/ask_mcp.py'), url, id],
  },
];

/** Runs the command as a child and prints what it took; the largest of its processes counts. */
const WRAPPER = `
import json, resource, subprocess, sys, time
started = time.monotonic()
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
took = time.monotonic() - started
print(json.dumps([done.returncode, took * 1000, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024]))
`;

const print = (...cells: string[]): boolean => process.stdout.write(`| ${cells.join(' | ')} |\n`);

const proxy = await startLoggingProxy(server);
print('application', 'tool', 'exit', 'requests', 'bytes over the wire', 'time', 'peak memory');
print(...Array.from({ length: 7 }, () => '---'));
for (const id of ids) {
  // Loaded by the server before anybody is measured.
  await fetch(`${server}/api/v1/applications/${encodeURIComponent(id)}/jobs`);
  for (const tool of TOOLS) {
    proxy.taken();
    const { stdout } = await run(python, ['-c', WRAPPER, ...tool.command(proxy.url, id)]);
    const { requests, bytes } = proxy.taken();
    const [exit, ms, peak] = stdout.trim().slice(1, -1).split(', ').map(Number);
    print(
      id,
      tool.name,
      String(exit),
      String(requests),
      `${Math.round(bytes / 1024)} KB`,
      `${((ms ?? 0) / 1000).toFixed(1)} s`,
      `${Math.round((peak ?? 0) / 1024 ** 2)} MB`,
    );
  }
}
proxy.close();
