import type { Diagnosis } from '../diagnosis/diagnose.ts';
import { cleanLine } from './clean.ts';
import { expectedLines } from './closing.ts';
import type { CheckSection, Closing, Paragraph, Root, StripEntry } from './narration.ts';
import { capital, plain } from './say.ts';
import { timestamp } from './units.ts';
import { wrap } from './wrapped.ts';

/** A ticket shows this many without breaking them again; readings, statements and addresses stay whole beyond it. */
const WIDTH = 110;
const LINKS = 6;
/** From this length on, what is to be typed has a line of its own, set in, where a ticket leaves its stars alone. */
const STATEMENT_CHARS = 40;

/**
 * What the next shift needs, as plain text that survives pasting into a ticket: short lines, ordinary blanks, lists with
 * hyphens and numbers, nothing that is only readable where it was made.
 */
export function handoffText(
  diagnosis: Diagnosis,
  told: { root: Root; checks: CheckSection[]; closing: Closing; spoken: string[] },
): string {
  const { root, checks, closing, spoken } = told;
  const expected = expectedLines(diagnosis);
  const blocks: string[][] = [
    [...heading(diagnosis, root), ...facts(diagnosis)],
    [...lines(root.headline), ...lines(root.subline)],
    spoken.flatMap((sentence, at) => wrap(`${at + 1}. ${sentence}`, WIDTH, '', '   ')),
    labelled('Cause', closing.cause),
    labelled('First change', closing.firstChange),
    labelled('Not this', closing.notThis),
    labelled('Ask next', closing.askNext),
    expected.length === 0 ? [] : ['Expected after the change:', ...expected.flatMap(bullet)],
    closing.readings.length === 0
      ? []
      : [
          'Five readings, before any change:',
          ...closing.readings.map((line, at) => `- ${line}${outcome(root.strip[at])}`),
        ],
    [...labelled('Not seen', closing.unseen), 'Tried: nothing was changed or run again; sparkcheck only reads.'],
    ['Links:', `- Spark UI: ${root.url}`, ...linkLines(checks)],
  ];
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
}

/** Which run this is: the first line of a ticket. */
function heading({ run }: Diagnosis, root: Root): string[] {
  const { id, name, user } = run.application;
  const by = user === null ? '' : `, by ${cleanLine(user, 60)}`;
  return wrap(`${cleanLine(name) || '(no name)'} (${cleanLine(id)})${by}: ${root.state}`, WIDTH, '', '  ');
}

/** When it ran and where that was read: in the morning nobody remembers either. */
function facts({ run, state }: Diagnosis): string[] {
  const { startedAt, endedAt, sparkVersion } = run.application;
  const { name, url, kind, insteadOf } = run.server;
  const none = state === 'running' ? 'not yet' : 'not recorded';
  const server = kind === 'live-ui' ? 'live UI' : 'history server';
  const instead = insteadOf === undefined ? '' : ` (${cleanLine(insteadOf, 60)} no longer answered for it)`;
  return [
    `Started: ${startedAt === null ? 'not recorded' : timestamp(startedAt)}`,
    `Ended: ${endedAt === null ? none : timestamp(endedAt)}`,
    `Read at: ${timestamp(run.readAt)}`,
    `Spark version: ${sparkVersion === null ? 'not reported' : cleanLine(sparkVersion, 40)}`,
    `Read from: ${cleanLine(name, 60)} (${server}), ${cleanLine(url, 300)}${instead}`,
  ].flatMap(bullet);
}

/** What each check came to, so that the next shift sees what is ruled out already. */
function outcome(entry: StripEntry | undefined): string {
  if (entry === undefined) return '';
  const of = entry.symptomOf === null ? '' : `, ${entry.short}`;
  return ` - ${entry.outcome.replaceAll('-', ' ')}${of}`;
}

function linkLines(checks: CheckSection[]): string[] {
  const pages = new Map(checks.flatMap((check) => check.links).map((link) => [link.url, link]));
  return [...pages.values()].slice(0, LINKS).map(({ label, url }) => `- ${label}: ${url}`);
}

function labelled(label: string, words: Paragraph | null): string[] {
  if (words === null || words.length === 0) return [];
  const last = words.at(-1);
  const statement = last?.as === 'code' && last.text.length >= STATEMENT_CHARS ? last.text : null;
  const text = plain(statement === null ? words : words.slice(0, -1)).trimEnd();
  return [
    ...wrap(`${label}: ${capital(text)}`, WIDTH, '', '  '),
    ...(statement === null ? [] : ['', `    ${cleanLine(statement, 2_000)}`]),
  ];
}

function lines(words: Paragraph): string[] {
  return wrap(plain(words), WIDTH);
}

function bullet(text: string): string[] {
  return wrap(`- ${text}`, WIDTH, '', '  ');
}
