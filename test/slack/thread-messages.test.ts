import { describe, expect, it } from 'vitest';
import { unreadLine } from '../../src/narration/unread.ts';
import type { Block, Message } from '../../src/slack/blocks.ts';
import { shownChars, withNotes } from '../../src/slack/message-size.ts';
import { preflight } from '../../src/slack/preflight.ts';
import { detailsModal, handoffMessage, singleMessage } from '../../src/slack/single-message.ts';
import { threadMessages } from '../../src/slack/thread-messages.ts';
import { aCheck, aNarration, APP_ID, QUESTION } from './a-narration.ts';
import { shownWords } from './a-workspace.ts';

const words = (message: Message | undefined) => shownWords(message?.blocks ?? []).replace(/\s+/g, ' ');
const types = (blocks: Block[] | undefined) => blocks?.map(({ type }) => type) ?? [];

describe('the thread', () => {
  it('keeps the order of the hunt: a root, a reply a check, a closing reply', () => {
    const { root, replies } = threadMessages(aNarration(), QUESTION);
    expect(words(root)).toContain('nightly_ranking · app-20261128020011-0042 · finished, 2 h 18 min');
    expect(words(root)).toContain('4 GC symptom of 3');
    expect(replies.map((reply) => words(reply).slice(0, 3))).toEqual(['1 ·', '2 ·', '3 ·', '4 ·', '5 ·', 'So:']);
    expect(words(replies[5])).toMatch(
      /So:.*First change:.*Not this:.*Ask next:.*After the change.*keep these:.*I could not see:/,
    );
  });

  it('joins the checks that had no stage to open in one reply', () => {
    const usual = aNarration();
    const checks = usual.checks.map((check, at) => (at === 0 ? check : { ...check, paragraphs: [], evidence: [] }));
    const unread = unreadLine(checks);
    const { replies } = threadMessages({ ...usual, checks, unread }, QUESTION);
    expect(replies.map((reply) => words(reply).slice(0, 12))).toEqual([
      expect.stringMatching(/^1 · /),
      expect.stringMatching(/^2, 3, 4 and/),
      expect.stringMatching(/^So:/),
    ]);
    for (const reply of replies) expect(preflight(reply)).toEqual([]);
    const single = words(singleMessage({ ...usual, checks, unread }, QUESTION));
    expect(single.match(/No stage to read/g)).toHaveLength(1);
    expect(shownWords(detailsModal({ ...usual, checks, unread }).blocks)).toContain('No stage to read');
  });

  it('has the buttons of the root carry the question that gives the same answer', () => {
    const { root } = threadMessages(aNarration(), { ...QUESTION, stage: { stageId: 4, attemptId: 1 } });
    const buttons = root.blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
    expect(buttons.map(({ action_id: id, value, url }) => [id, value ?? url])).toEqual([
      ['open-spark-ui', `https://shs.example.com/history/${APP_ID}/jobs/`],
      ['run-again', `${APP_ID} stage 4.1 on prod`],
      ['hand-off-text', `${APP_ID} stage 4.1 on prod`],
    ]);
  });

  it('shows what comes from Spark as code, in blocks that Slack does not parse', () => {
    const { root } = threadMessages(aNarration(), QUESTION);
    expect(JSON.stringify(root.blocks)).toContain('{"type":"text","text":"title_id","style":{"code":true}}');
    expect(JSON.stringify(root)).not.toContain('mrkdwn');
  });

  it('gives each message a sentence for notifications and screen readers', () => {
    const { root, replies } = threadMessages(aNarration(), QUESTION);
    for (const { text } of [root, ...replies]) expect(text).toMatch(/\w.*[.!?]$/);
  });

  it('shows a chart of the stages and one table; further ones as text', () => {
    const table = { kind: 'table' as const, title: 'T', columns: ['a', 'b'], rows: [['x', '']] };
    const bars = { kind: 'bars' as const, title: 'B', unit: 'seconds', bars: [{ label: 'stage 1', value: 2 }] };
    const check = aCheck(3, 'skew', 'Skew.', [table, table, bars, bars, bars]);
    const { replies } = threadMessages(aNarration({ checks: [check] }), QUESTION);
    expect(types(replies[0]?.blocks).filter((type) => type === 'table')).toHaveLength(1);
    expect(types(replies[0]?.blocks).filter((type) => type === 'data_visualization')).toHaveLength(2);
    expect(words(replies[0])).toContain('stage 1 2 seconds');
    expect(JSON.stringify(replies[0]?.blocks)).toContain('{"type":"raw_text","text":"–"}');
    expect(replies[0] && preflight(replies[0])).toEqual([]);
  });
});

describe('what is too long', () => {
  const long = (count: number) =>
    aCheck(1, 'slow-stage', 'Long.', []).paragraphs.flatMap(() =>
      Array.from({ length: count }, () => [{ text: 'w'.repeat(900) }]),
    );

  it('is cut with a word that says so, and keeps its buttons', () => {
    const { root } = aNarration();
    const checks = [{ ...aCheck(1, 'slow-stage', 'Long.'), paragraphs: long(20) }];
    const { replies } = threadMessages(aNarration({ checks }), QUESTION);
    expect(words(replies[0])).toContain('Cut here');
    expect(shownChars(replies[0]?.blocks)).toBeLessThanOrEqual(12_000);
    const handoff = handoffMessage(aNarration({ root, handoff: 'line of a hand-off\n'.repeat(2_000) }), QUESTION);
    expect(words(handoff)).toContain('Cut here');
    expect(types(handoff.blocks).at(-1)).toBe('actions');
  });

  it('of a table or a chart is left out with the count', () => {
    const rows = Array.from({ length: 150 }, (_, at) => [`executor ${at}`, '1 s']);
    const bars = Array.from({ length: 34 }, (_, at) => ({
      label: `executor ${at} on a very long host name`,
      value: at,
    }));
    const check = aCheck(4, 'gc', 'GC.', [
      { kind: 'table', title: 'T', columns: ['executor', 'time'], rows },
      { kind: 'bars', title: 'B', unit: 'seconds', bars },
    ]);
    const { replies } = threadMessages(aNarration({ checks: [check] }), QUESTION);
    expect(words(replies[0])).toContain('Cut: 99 of 150 rows are shown.');
    expect(words(replies[0])).toContain('Cut: 20 of 34 bars are shown.');
    expect(replies[0] && preflight(replies[0])).toEqual([]);
  });
});

describe('the one message', () => {
  it('has the verdict, a line a check, the advice, the notes, and the rest behind a button', () => {
    const message = withNotes(singleMessage(aNarration(), QUESTION), ['Why only you see this.']);
    expect(words(message)).toMatch(
      /data skew in stage 4.*1 · Slow stage.*5 · Spill.*So:.*First change:.*Why only you see this/,
    );
    expect(JSON.stringify(message.blocks)).toContain('show-details');
    expect(words(message)).not.toContain('I read what check');
  });

  it('says of a healthy run that there is nothing to change by leaving that out', () => {
    const { closing } = aNarration();
    const healthy = { ...closing, firstChange: null, notThis: null, askNext: null, afterChange: null };
    const message = singleMessage(aNarration({ closing: healthy }), QUESTION);
    expect(words(message)).not.toMatch(/First change|Not this|Ask next/);
  });
});
