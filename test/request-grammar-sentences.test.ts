import { describe, expect, it } from 'vitest';
import { parseRequest, typedForm } from '../src/request-grammar.ts';

const ID = 'app-20261129222511-0018';
const LINK = `https://shs.example.com/history/${ID}/stages/stage/?id=4&attempt=0`;

/** `A` stands for the application. */
const typed = (line: string) => line.replace(/\bA\b/g, ID);

/** The line that means the same, with A for the application; for what was not understood, why, and the nearest. */
function understood(line: string): string {
  const request = parseRequest(typed(line));
  const said =
    request.kind === 'bad-request'
      ? `${request.reason}: ${request.about === undefined ? request.nearest : 'about'}`
      : (typedForm(request) ?? 'no line');
  return said.replaceAll(ID, 'A');
}

describe('a part that is said before the application is a part of it', () => {
  it.each([
    ['stage 2 of A', 'A stage 2'],
    ['stage 4.1 of A', 'A stage 4.1'],
    ['job 0 of A', 'A job 0'],
    ['job 3 A', 'A job 3'],
    ['query 3 in A on prod', 'A query 3 on prod'],
    ['what about stage 1 in A?', 'A stage 1'],
    ['and job 2 for A please?', 'A job 2'],
    ['on prod A', 'A on prod'],
    ['on prod, stage 4.1 of A', 'A stage 4.1 on prod'],
    ['could you check on prod A', 'A on prod'],
    ['attempt 2 of A', 'A attempt 2'],
    ['attempt 2, stage 4.1 A', 'A attempt 2 stage 4.1'],
    ['handoff of A', 'A handoff'],
    ['hand off for stage 2 of A', 'A stage 2 handoff'],
    ['please give me the hand-off of A', 'A handoff'],
    ['help me with stage 2 of A', 'A stage 2'],
    ['A,stage 2', 'A stage 2'],
    ['A—stage 2', 'A stage 2'],
    ["A's stage 2's tasks are slow", 'A stage 2'],
    ['stage 2 of A is slow, see stage 2', 'A stage 2'],
    [`stage 3 of ${LINK}`, `${LINK.replaceAll(ID, 'A')} stage 3`],
    ['stage 2 of my.backend_7', 'my.backend_7 stage 2'],
    ['stage 2 of nightly_ranking', 'nightly_ranking stage 2'],
    ['handoff nightly_ranking', 'nightly_ranking handoff'],
  ])('%s', (line, form) => {
    expect(understood(line)).toBe(form);
  });
});

describe('what was said and can not be taken is told, not dropped', () => {
  it.each([
    ['why is query 3 stage 4 of A slow', 'one-part-only: A query 3'],
    ['compare stage 2 and stage 3 of A', 'one-part-only: A stage 2'],
    ['A stage 2 and 3', 'one-part-only: A stage 2'],
    ['stage 2, 3 of A please', 'one-part-only: A stage 2'],
    ['attempt 1 of A, attempt 2', 'said-twice: A attempt 1'],
    ['A on prod on dev', 'said-twice: A on prod'],
    ['why is stage four of A slow', 'number-expected: A'],
    ['why is the 2nd stage of A slow', 'number-expected: A'],
    ['the last job of A', 'number-expected: A'],
    ['please look at stage -1 of A', 'number-expected: A'],
    ['why is A stge 4 slow', 'unknown-word: A stage 4'],
    ['stages 2 of A', 'unknown-word: A stage 2'],
    ['stage-4 of A', 'unknown-word: A stage 4'],
    ['why is sql 3 of A slow', 'unknown-word: A'],
    ['A executor 3 please', 'unknown-word: A'],
    ['could I have a hadoff of A', 'unknown-word: A handoff'],
    ['A my.backend_7', 'several-applications: A'],
    ['my.backend_7 A', 'several-applications: A'],
    ['what about stage 1 in app-1?', 'no-application: app-1 stage 1'],
    ['why is nightly_ranking slow', 'no-application: nightly_ranking'],
    ['stage 2 of nightly ranking', 'no-application: list nightly ranking'],
    ['stage', 'number-expected: help'],
    ['stage zero', 'number-expected: help'],
    ['stage 2 and 3', 'one-part-only: help'],
    ['thanks for that', 'no-application: help'],
    ['3 jobs are slow', 'no-application: help'],
  ])('%s', (line, told) => {
    expect(understood(line)).toBe(told);
  });
});

describe('a sentence is understood wherever the application stands in it', () => {
  it.each([
    ['A please', 'A'],
    ['A is slow, see stage 1', 'A stage 1'],
    ['A took 3 hours, why?', 'A'],
    ['A on prod failed with OOM, look at job 3 please', 'A job 3 on prod'],
    ['my.backend_7 is slow, see stage 1', 'my.backend_7 stage 1'],
    ['nightly_ranking is slow', 'nightly_ranking'],
    [`${LINK} is slow`, LINK.replaceAll(ID, 'A')],
    ['the job A is slow', 'A'],
    ['A job is slow', 'A'],
    ['which stage of the job A is slow', 'A'],
    ['A stage #1', 'A stage 1'],
    ['A stage # 1', 'A stage 1'],
    ['A stage no. 1', 'A stage 1'],
    ['A [stage 1]', 'A stage 1'],
  ])('%s', (line, form) => {
    expect(understood(line)).toBe(form);
  });
});

describe('on', () => {
  it.each([
    // In a form it is a server, whatever it is called: what is mistyped is told which there are.
    ['A on prod', 'A on prod'],
    ['A stage 2 on prod', 'A stage 2 on prod'],
    ['A on prdo', 'A on prdo'],
    ['A on friday', 'A on friday'],
    ['A on stage', 'A on stage'],
    ['A stage 4 on stage', 'A stage 4 on stage'],
    ['A on https://shs.example.com', 'A on https://shs.example.com'],
    ['A on https://shs.example.com/proxy/', 'A on https://shs.example.com/proxy/'],
    // In a sentence where a place can stand.
    ['can you check A on prod?', 'A on prod'],
    ['why is A slow on analytics', 'A on analytics'],
    ['why is A slow on analytics since yesterday?', 'A on analytics'],
    ['why is A on analytics slow', 'A on analytics'],
    ['why is A slow on the analytics cluster', 'A on analytics'],
    ['A is running on emr-2, look at query 3', 'A query 3 on emr-2'],
    ['A is stuck on prod', 'A on prod'],
    // And not where it is something else.
    ['can you check A on friday?', 'A'],
    ['A failed on 2026-11-29, why', 'A'],
    ['keep an eye on A', 'A'],
    ['keep an eye on it: A', 'A'],
    ['A what is going on', 'A'],
    ['why is A stuck on stage 4?', 'A stage 4'],
    ['why is A stuck on shuffle read?', 'A'],
    ['is A running on spot instances?', 'A'],
    ['A is slow on average', 'A'],
    // May be either.
    ['is A slow on analytics banana', 'server-expected: A'],
  ])('%s', (line, form) => {
    expect(understood(line)).toBe(form);
  });
});

describe('a word that is no application', () => {
  it.each([
    ['thanks!', 'no-application: help'],
    ['thank you', 'no-application: help'],
    ['good morning', 'no-application: help'],
    ['hi', 'no-application: help'],
    ['ok', 'no-application: help'],
    ['k', 'no-application: help'],
    ['👍', 'no-application: help'],
    [':+1:', 'no-application: help'],
    ['doctor', 'no-application: help'],
    ['status', 'no-application: help'],
    ['stages', 'no-application: help'],
    ['running', 'unknown-word: list running'],
    ['Failed?', 'unknown-word: list failed'],
    ['recent', 'unknown-word: list'],
    ['latest', 'unknown-word: list'],
    ['apps', 'unknown-word: list'],
    ['the latest apps', 'unknown-word: list'],
    ['failed jobs', 'unknown-word: list failed'],
    ['running on prod', 'unknown-word: list running on prod'],
    ['failed nightly', 'no-application: list failed nightly'],
    // A name is looked up, because that offers the ids of its name.
    ['nightly_ranking', 'nightly_ranking'],
    ['ranking', 'ranking'],
    ['ranking on prod', 'ranking on prod'],
    ['job-42', 'job-42'],
  ])('%s', (line, told) => {
    expect(understood(line)).toBe(told);
  });
});

it('a long word takes no time', () => {
  const started = performance.now();
  for (const word of ['a', '1', 'a1', '_', '"', "'s", '-', 'stage', 'on ', 'on the ']) {
    for (const around of [
      word.repeat(8_000),
      `${ID} please on ${word.repeat(8_000)}`,
      `on the ${word.repeat(8_000)} x`,
    ]) {
      parseRequest(around);
    }
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});
