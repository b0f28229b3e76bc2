import { DEFAULT_LIMITS, plainServer } from '../../src/history-server/servers.ts';
import { createSparkcheck } from '../../src/sparkcheck.ts';
import { measured } from './measured.ts';

/** One answer about one application in a fresh process: `answer.js <server url> <id>`. */
const [url = '', id = ''] = process.argv.slice(2);
const product = createSparkcheck({
  servers: [plainServer('generated', url)],
  limits: { ...DEFAULT_LIMITS, deadlineMs: 120_000 },
});
const result = await measured(async () => (await product.answer({ target: id })).answer.cost);
await product.close();
process.send?.(result, () => process.exit(0));
