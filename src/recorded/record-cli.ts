import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { closeServers, openServers, plainServer } from '../history-server/servers.ts';
import { record } from './record.ts';

const [url, id, situation, parent = 'fixtures'] = process.argv.slice(2);

if (url === undefined || id === undefined || situation === undefined || !/^[a-z0-9-]+$/.test(situation)) {
  process.stderr.write(
    'Usage: npm run record -- <server url> <application id> <situation, e.g. skewed-join> [folder]\n',
  );
  process.exitCode = 2;
} else {
  const wanted = url.replace(/\/+$/, '');
  // A configured server lends its credentials; they are not recorded.
  const configured = readConfig(process.env).servers.find((server) => server.url === wanted);
  const servers = openServers([configured ?? plainServer('recorded', wanted)]);
  try {
    for (const server of servers.all) {
      const { calls } = await record(server, id, situation, join(parent, situation));
      process.stdout.write(`${situation}: ${calls.length} answers of ${id}\n`);
    }
  } finally {
    await closeServers(servers);
  }
}
