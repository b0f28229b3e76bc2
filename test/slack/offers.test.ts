import { describe, expect, it } from 'vitest';
import { SparkcheckFailure } from '../../src/failure.ts';
import type { ListedApplication } from '../../src/slack/ask.ts';
import type { Button, Message } from '../../src/slack/blocks.ts';
import { failureNotice } from '../../src/slack/failure-notices.ts';
import { listNotice } from '../../src/slack/list-notice.ts';
import { evidenceAsText } from '../../src/slack/evidence.ts';
import { threadMessages } from '../../src/slack/thread-messages.ts';
import { aNarration, APP_ID, plainApology, QUESTION } from './a-narration.ts';
import { shownWords } from './a-workspace.ts';

function buttonsOf(message: Message): Button[] {
  return message.blocks.flatMap((block) => {
    if (block.type === 'actions') return block.elements;
    return block.type === 'section' && block.accessory ? [block.accessory] : [];
  });
}

describe('a failure offers what can succeed', () => {
  it('the application without an attempt that it does not have, and not the same again', () => {
    const failure = new SparkcheckFailure('attempt-unknown', { asked: APP_ID });
    const question = { target: APP_ID, attemptId: '7', stage: { stageId: 4 } };
    const buttons = buttonsOf(failureNotice(failure, plainApology, { question }));
    expect(buttons.map(({ text, value }) => [text.text, value])).toEqual([
      ['Check without the attempt', `${APP_ID} stage 4`],
    ]);
  });

  it('the attempts that there are', () => {
    const failure = new SparkcheckFailure('attempt-unknown', { asked: APP_ID, attempts: ['1', '2'] });
    const buttons = buttonsOf(failureNotice(failure, plainApology, { question: { target: APP_ID, attemptId: '7' } }));
    expect(buttons.map(({ value }) => value)).toEqual([`${APP_ID} attempt 1`, `${APP_ID} attempt 2`]);
  });

  it('a list on the servers that there are', () => {
    const failure = new SparkcheckFailure('bad-request', { servers: ['prod', 'dev'], reason: 'unknown-server' });
    const buttons = buttonsOf(
      failureNotice(failure, plainApology, { list: { status: 'running', text: 'night', server: 'nope' } }),
    );
    expect(buttons.map(({ text, value }) => [text.text, value])).toEqual([
      ['On prod', 'list running night on prod'],
      ['On dev', 'list running night on dev'],
    ]);
  });

  it('no second go at a link that is not allowed', () => {
    const failure = new SparkcheckFailure('not-allowed', { asked: 'https://evil.example.com' });
    const question = { target: 'https://evil.example.com/history/x/' };
    expect(buttonsOf(failureNotice(failure, plainApology, { question }))).toEqual([]);
  });
});

describe('a list', () => {
  const one: ListedApplication = {
    id: APP_ID,
    attemptId: null,
    name: 'nightly_ranking',
    user: 'etl',
    server: 'prod',
    state: 'completed',
    startedAt: Date.UTC(2026, 10, 28, 2, 0),
    durationMs: 120_000,
  };
  const listed = (applications: ListedApplication[]) =>
    listNotice({ applications, total: applications.length, more: false, searched: null }, {}, null);

  it('names the server only where there are several, and its buttons tell themselves apart to the ear', () => {
    expect(shownWords(listed([one]).blocks)).toContain(
      `nightly_ranking\nfinished · 2 min · started 2026-11-28 02:00 UTC · by etl · ${APP_ID}`,
    );
    expect(shownWords(listed([one, { ...one, server: 'dev' }]).blocks)).toContain('on dev');
    expect(buttonsOf(listed([one])).map(({ text, accessibility_label }) => [text.text, accessibility_label])).toEqual([
      ['Check', 'Check nightly_ranking'],
    ]);
  });
});

describe('what a reader sees on a phone', () => {
  it('a label of the strip stays with its outcome, and a figure with its unit', () => {
    const narration = aNarration();
    const tied = { ...narration, root: { ...narration.root, headline: [{ text: 'It took 2\u00A0min 38\u00A0s.' }] } };
    const sent = JSON.stringify(threadMessages(tied, QUESTION).root.blocks);
    expect(sent).toContain('2\u00A0min 38\u00A0s');
    const strip = tied.root.strip.map(({ short }) => short);
    for (const short of strip) expect(sent).toMatch(new RegExp(`"\u00A0[^" ]*${short.slice(0, 3)}`));
  });

  it('a chart as text says its title once', () => {
    const bars = {
      kind: 'bars' as const,
      title: 'Stage durations',
      unit: 'seconds',
      bars: [{ label: 'stage 4', value: 7 }],
    };
    expect(JSON.stringify(evidenceAsText([bars])).match(/Stage durations/g)).toHaveLength(1);
  });
});
