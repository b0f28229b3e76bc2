import type { Diagnosis } from '../diagnosis/diagnose.ts';
import { cleanLine } from './clean.ts';
import type { CheckSection, Closing, Root } from './narration.ts';
import { capital, plain } from './say.ts';

/** What the next shift needs, as plain text that survives pasting into a ticket. */
export function handoffText(
  { run }: Diagnosis,
  told: { root: Root; checks: CheckSection[]; closing: Closing; spoken: string[] },
): string {
  const { root, checks, closing, spoken } = told;
  const { id, name, user } = run.application;
  const links = [...new Map(checks.flatMap((c) => c.links).map((l) => [l.url, l])).values()].slice(0, 6);
  const lines: (string | null)[] = [
    `${cleanLine(name) || '(no name)'} (${cleanLine(id)})${user === null ? '' : `, by ${cleanLine(user, 60)}`}: ${root.state}`,
    plain(root.headline),
    '',
    ...spoken.map((sentence, at) => `${at + 1}. ${sentence}`),
    '',
    labelled('Cause', plain(closing.cause)),
    closing.firstChange === null ? null : labelled('First change', plain(closing.firstChange)),
    closing.notThis === null ? null : labelled('Not this', plain(closing.notThis)),
    closing.askNext === null ? null : labelled('Ask next', plain(closing.askNext)),
    closing.afterChange === null ? null : labelled('Expected after the change', plain(closing.afterChange)),
    ...(closing.readings.length === 0 ? [] : ['', 'Five readings, before any change:']),
    ...closing.readings.map((line) => `  ${line}`),
    '',
    closing.unseen === null ? null : labelled('Not seen', plain(closing.unseen)),
    'Nothing has been tried or changed by sparkcheck; it only reads.',
    '',
    `Spark UI: ${root.url}`,
    ...links.map(({ label, url }) => `${label}: ${url}`),
  ];
  return lines.filter((line) => line !== null).join('\n');
}

function labelled(label: string, text: string): string {
  return `${label}: ${capital(text)}`;
}
