import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { askByChannel } from '../src/ask-by-channel.ts';
import { DEFAULT_LIMITS, plainServer } from '../src/history-server/servers.ts';
import { startRecordedServer } from '../src/recorded/serve.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

it('a server that is closed to a channel is not there for it: neither asked, nor listed, nor named', async () => {
  const [open, closed] = await Promise.all([startRecordedServer(FIXTURES), startRecordedServer(FIXTURES)]);
  const ask = askByChannel(
    [plainServer('open', open.url), { ...plainServer('finance', closed.url), channels: ['C0FINANCE'] }],
    { ...DEFAULT_LIMITS, deadlineMs: 60_000 },
  );
  onTestFinished(async () => {
    await Promise.all([ask.close(), open.close(), closed.close()]);
  });
  const target = open.applications[0]?.id ?? '';

  expect(ask.serverNames({ channel: 'C0ELSEWHERE' })).toEqual(['open']);
  expect(ask.serverNames({ channel: 'C0FINANCE' })).toEqual(['open', 'finance']);
  expect(ask.serverNames()).toEqual(['open', 'finance']);

  const told = await ask.answer({ target }, () => undefined, { channel: 'C0ELSEWHERE' });
  expect(told.question).toMatchObject({ target, server: 'open' });
  // The same question from a channel that sees both servers is another question: the application is on both.
  await expect(ask.answer({ target }, () => undefined, { channel: 'C0FINANCE' })).rejects.toMatchObject({
    kind: 'several-servers',
  });
  await expect(
    ask.answer({ target, server: 'finance' }, () => undefined, { channel: 'C0ELSEWHERE' }),
  ).rejects.toMatchObject({ kind: 'bad-request', facts: { servers: ['open'] } });
  const listed = await ask.list({}, { channel: 'C0ELSEWHERE' });
  expect(new Set(listed.applications.map(({ server }) => server))).toEqual(new Set(['open']));
}, 60_000);

it('a channel to which every server is closed is refused', async () => {
  const ask = askByChannel([{ ...plainServer('finance', 'http://127.0.0.1:9'), channels: ['C0FINANCE'] }], {
    ...DEFAULT_LIMITS,
    deadlineMs: 60_000,
  });
  await expect(ask.answer({ target: 'app-1' }, () => undefined, { channel: 'C0ELSEWHERE' })).rejects.toMatchObject({
    kind: 'not-allowed',
  });
  await ask.close();
});
