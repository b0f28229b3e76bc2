import { afterAll, beforeAll, expect, test } from 'vitest';
import { markdown } from '../src/narration/markdown.ts';
import { FIXTURES, openRecordings, situations } from './recorded-answers.ts';

let recordings: Awaited<ReturnType<typeof openRecordings>>;
beforeAll(async () => {
  recordings = await openRecordings();
});
afterAll(() => recordings.close());

test('there are at least twelve situations', () => {
  expect(situations().length).toBeGreaterThanOrEqual(12);
});

test.each(situations())('%s is told as its narration.md promises', async (situation) => {
  const { narration } = await recordings.answer(situation);
  // The port differs from run to run; a reader of the file should see an address like their own.
  const told = markdown(narration).replaceAll(recordings.url, 'http://history-server:18080');
  await expect(told).toMatchFileSnapshot(`${FIXTURES}${situation}/narration.md`);
});
