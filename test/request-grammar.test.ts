import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formWithId, parseRequest, typedForm, type BadRequest, type Request } from '../src/request-grammar.ts';
import type { Question } from '../src/question.ts';
import { targetsIn } from '../src/request-targets.ts';

const ID = 'app-20261128020011-0042';
const YARN = 'application_1700000000000_0001';
const STAGE_LINK = `https://shs.example.com/history/${ID}/stages/stage/?id=4&attempt=0`;

describe('what is understood', () => {
  const question = (question: Question): Request => ({ kind: 'question', question });

  it.each<[string, Request]>([
    [ID, question({ target: ID })],
    [`  ${ID}  `, question({ target: ID })],
    [`\`${ID}\``, question({ target: ID })],
    [`${ID}?`, question({ target: ID })],
    [`${YARN} attempt 2`, question({ target: YARN, attemptId: '2' })],
    [`${ID} query 3`, question({ target: ID, query: 3 })],
    [`${ID} job 0`, question({ target: ID, job: 0 })],
    [`${ID} stage 4`, question({ target: ID, stage: { stageId: 4 } })],
    [`${ID} stage 4.1`, question({ target: ID, stage: { stageId: 4, attemptId: 1 } })],
    [`${ID} --stage 4.1`, question({ target: ID, stage: { stageId: 4, attemptId: 1 } })],
    [`${ID} stage=4`, question({ target: ID, stage: { stageId: 4 } })],
    [`${ID} STAGE4 ON prod`, question({ target: ID, stage: { stageId: 4 }, server: 'prod' })],
    [`${ID} on prod query 3`, question({ target: ID, query: 3, server: 'prod' })],
    ['spark-application-1700000000001', question({ target: 'spark-application-1700000000001' })],
    ['local-1700000000000', question({ target: 'local-1700000000000' })],
    ['my.backend_7', question({ target: 'my.backend_7' })],
    ['nightly_ranking', question({ target: 'nightly_ranking' })],
    [STAGE_LINK, question({ target: STAGE_LINK })],
    [`<${STAGE_LINK}|the stage page>`, question({ target: STAGE_LINK })],
    [`<${STAGE_LINK.replaceAll('&', '&amp;')}> on prod`, question({ target: STAGE_LINK, server: 'prod' })],
    [`why is ${ID} slow?`, question({ target: ID })],
    [`could you look at ${ID} stage 4 please`, question({ target: ID, stage: { stageId: 4 } })],
    [`${ID} handoff`, { kind: 'handoff', question: { target: ID } }],
    [`handoff ${ID} on prod`, { kind: 'handoff', question: { target: ID, server: 'prod' } }],
    [`${ID} query 3 hand-off`, { kind: 'handoff', question: { target: ID, query: 3 } }],
    ['', { kind: 'help' }],
    ['help', { kind: 'help' }],
    ['HELP me', { kind: 'help' }],
    ['list', { kind: 'list', list: {} }],
    ['list running', { kind: 'list', list: { status: 'running' } }],
    ['list failed nightly ranking', { kind: 'list', list: { status: 'failed', text: 'nightly ranking' } }],
    ['list ranking', { kind: 'list', list: { text: 'ranking' } }],
    ['list nightly on prod', { kind: 'list', list: { text: 'nightly', server: 'prod' } }],
    ['list on', { kind: 'list', list: { text: 'on' } }],
    ['list etl,daily', { kind: 'list', list: { text: 'etl,daily' } }],
  ])('%s', (line, request) => {
    expect(parseRequest(line)).toEqual(request);
  });
});

describe('what is not understood names the nearest form that is', () => {
  it.each<[string, string, string]>([
    ['halp', 'help', 'unknown-word'],
    ['lsit failed', 'list failed', 'unknown-word'],
    ['list runing nightly', 'list running nightly', 'unknown-word'],
    [`${ID} qurey 3`, `${ID} query 3`, 'unknown-word'],
    [`${ID} stge 4.1 on prod`, `${ID} stage 4.1 on prod`, 'unknown-word'],
    [`${ID} hadoff`, `${ID} handoff`, 'unknown-word'],
    [`${ID} plaese`, ID, 'unknown-word'],
    [`${ID} stage four`, ID, 'number-expected'],
    [`${ID} stage`, ID, 'number-expected'],
    [`${ID} query -1`, ID, 'number-expected'],
    [`${ID} query 99999999999`, ID, 'number-expected'],
    [`${ID} on`, ID, 'server-expected'],
    [`${ID} query 3 stage 4`, `${ID} query 3`, 'one-part-only'],
    [`${ID} ${YARN}`, ID, 'several-applications'],
    [`compare ${ID} with ${YARN}`, ID, 'several-applications'],
    ['nightly ranking', 'list nightly ranking', 'no-application'],
    ['is there a job to check today', 'help', 'no-application'],
    ['slow joins', 'list slow joins', 'no-application'],
    ['<@U123> <!channel>', 'help', 'no-application'],
  ])('%s → %s', (line, nearest, reason) => {
    expect(parseRequest(line)).toEqual({ kind: 'bad-request', asked: line, nearest, reason });
    expect(parseRequest(nearest).kind).not.toBe('bad-request');
  });
});

describe('what names no application says what it asks of one', () => {
  it.each<[string, BadRequest['about'], string]>([
    ['stage 0', { kind: 'question', part: { stage: { stageId: 0 } } }, '<app id> stage 0'],
    [
      'stage4.1 on prod',
      { kind: 'question', part: { stage: { stageId: 4, attemptId: 1 }, server: 'prod' } },
      '<app id> stage 4.1 on prod',
    ],
    ['Query 3', { kind: 'question', part: { query: 3 } }, '<app id> query 3'],
    ['handoff', { kind: 'handoff', part: {} }, '<app id> handoff'],
    ['hand-off stage 2', { kind: 'handoff', part: { stage: { stageId: 2 } } }, '<app id> stage 2 handoff'],
    ['job 1 handoff', { kind: 'handoff', part: { job: 1 } }, '<app id> job 1 handoff'],
    ['why is it slow?', { kind: 'question', part: {} }, '<app id>'],
    ['and why is stage 3 slow?', { kind: 'question', part: { stage: { stageId: 3 } } }, '<app id> stage 3'],
    ['stage 2 please', { kind: 'question', part: { stage: { stageId: 2 } } }, '<app id> stage 2'],
    ['ok, and is job 3 slow?', { kind: 'question', part: { job: 3 } }, '<app id> job 3'],
    [
      'on prod, attempt 2',
      { kind: 'question', part: { attemptId: '2', server: 'prod' } },
      '<app id> attempt 2 on prod',
    ],
  ])('%s', (line, about, form) => {
    const request = parseRequest(line);
    expect(request).toEqual({ kind: 'bad-request', asked: line, nearest: 'help', reason: 'which-application', about });
    expect(about === undefined ? null : formWithId(about)).toBe(form);
  });
});

describe('typedForm', () => {
  const counter = fc.integer({ min: 0, max: 999_999_999 });
  const part = fc.oneof(
    fc.constant({}),
    counter.map((query) => ({ query })),
    counter.map((job) => ({ job })),
    counter.map((stageId) => ({ stage: { stageId } })),
    fc.tuple(counter, counter).map(([stageId, attemptId]) => ({ stage: { stageId, attemptId } })),
  );
  const question = fc
    .record({
      target: fc.constantFrom(ID, YARN, STAGE_LINK, 'local-1700000000000'),
      part,
      attempt: fc.constantFrom({}, { attemptId: '2' }),
      server: fc.constantFrom({}, { server: 'prod' }),
    })
    .map(({ target, part, attempt, server }) => ({ target, ...part, ...attempt, ...server }));

  it('gives a line that means the same again, whatever was asked', () => {
    fc.assert(
      fc.property(question, fc.constantFrom<'question' | 'handoff'>('question', 'handoff'), (question, kind) => {
        const form = typedForm({ kind, question });
        expect(form).not.toBeNull();
        expect(parseRequest(form ?? '')).toEqual({ kind, question });
      }),
    );
  });

  it('has no line for an id that can not be typed', () => {
    expect(typedForm({ kind: 'question', question: { target: 'an id with blanks' } })).toBeNull();
    expect(typedForm({ kind: 'question', question: { target: '' } })).toBeNull();
  });

  it('never throws on any line, and names a nearest form that is understood', () => {
    const anyWord = fc.oneof(
      fc.string(),
      fc.constantFrom('app-1', 'stage', 'on', 'list', 'help', 'handoff', '4', '<@U1>'),
    );
    fc.assert(
      fc.property(fc.array(anyWord, { maxLength: 6 }), (words) => {
        const request = parseRequest(words.join(' '));
        if (request.kind === 'bad-request') expect(parseRequest(request.nearest).kind).not.toBe('bad-request');
      }),
    );
  });
});

describe('targetsIn', () => {
  it('finds ids and Spark links in an alert, each application once, the link for its id', () => {
    const alert = `FIRING: ${ID} is slow, see <${STAGE_LINK}|UI> and ${YARN}. Runbook https://wiki.example.com/spark/jobs-are-slow`;
    expect(targetsIn(alert)).toEqual([STAGE_LINK, YARN]);
  });

  it.each([
    ['http://driver.example.com:4040/stages/stage/?id=3&attempt=0'],
    ['https://host.example.com/driver-proxy-api/o/0/0101-120000-abc/40001/jobs/'],
    [`http://rm.example.com:8088/proxy/${YARN}/`],
  ])('knows the Spark page %s', (link) => {
    expect(targetsIn(`look: ${link}.`)).toEqual([link]);
  });

  it('takes two pages of one driver for one application', () => {
    const driver = 'http://driver.example.com:4040';
    expect(
      targetsIn(`${driver}/stages/stage/?id=3&amp;attempt=0 ${driver}/stages/stage/?id=3&attempt=0 ${driver}/jobs/`),
    ).toEqual([`${driver}/stages/stage/?id=3&attempt=0`]);
  });

  it('takes the id out of a link that is no Spark page', () => {
    expect(targetsIn(`https://grafana.example.com/d/spark?var-app=${ID}`)).toEqual([ID]);
  });

  it('finds nothing in text that only looks similar', () => {
    expect(
      targetsIn('app-store, local-time, spark-submit, my-app-20261128020011-0042x, https://example.com/a'),
    ).toEqual([]);
  });
});
