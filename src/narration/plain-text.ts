import { cleanLine } from './clean.ts';
import { tied, untied } from './tied.ts';
import { isRead } from './unread.ts';
import type { CheckSection, Closing, Evidence, Narration, Paragraph, Root, StripEntry } from './narration.ts';
import type { Outcome } from '../diagnosis/vocabulary.ts';
import { safe, wrap } from './wrapped.ts';

/** How wide, and whether in colour; only a terminal gets colour. */
export interface TextStyle {
  width: number;
  colour: boolean;
}

const SIGN: Record<Outcome, string> = {
  healthy: '✓',
  watch: '!',
  failing: '✗',
  'could-not-tell': '?',
  'not-applicable': '–',
};
const COLOUR: Record<Outcome, string> = {
  healthy: '32',
  watch: '33',
  failing: '31',
  'could-not-tell': '35',
  'not-applicable': '2',
};
const NARROWEST = 40;
const WIDEST = 110;

/** The thread as plain text: wrapped, indented, nothing in it that a terminal would obey. */
export function plainText(narration: Narration, style: TextStyle): string {
  const width = Math.min(WIDEST, Math.max(NARROWEST, style.width));
  const paint = (text: string, ...codes: string[]) =>
    style.colour && text !== '' ? `\u001b[${codes.join(';')}m${text}\u001b[0m` : text;
  const lines = [
    ...rootLines(narration.root, width, paint),
    ...narration.checks.filter(isRead).flatMap((section) => ['', ...sectionLines(section, width, paint)]),
    ...(narration.unread === null ? [] : ['', ...wrap(narration.unread, width)]),
    '',
    ...closingLines(narration.closing, width, paint),
  ];
  // Broken by now: from here on the text is searched and copied, and a blank there is a blank.
  return untied(`${lines.map((line) => line.trimEnd()).join('\n')}\n`);
}

type Paint = (text: string, ...codes: string[]) => string;

function rootLines(root: Root, width: number, paint: Paint): string[] {
  const { name, id } = root.application;
  const label = Math.max(...root.strip.map((e) => e.label.length), 0);
  return [
    ...wrap(`${cleanLine(name) || '(no name)'} · ${cleanLine(id)} · ${root.state}`, width),
    ...wrap(words(root.headline), width).map((line) => paint(line, '1')),
    ...wrap(words(root.subline), width),
    '',
    ...root.strip.map((entry) => stripLine(entry, label, paint)),
    '',
    safe(root.url),
  ];
}

function stripLine({ number, label, short, outcome, symptomOf }: StripEntry, width: number, paint: Paint): string {
  const sign = symptomOf === null ? SIGN[outcome] : '↳';
  return `  ${number} ${label.padEnd(width)}  ${paint(sign, COLOUR[outcome])} ${safe(short)}`;
}

function sectionLines(section: CheckSection, width: number, paint: Paint): string[] {
  const links = section.links.slice(0, 3).map((l) => `${l.label}: ${l.url}`);
  return [
    ...wrap(`${section.number} · ${words(section.title)}`, width).map((line) => paint(line, '1')),
    ...section.paragraphs.flatMap((p) => wrap(words(p), width, '  ')),
    ...section.evidence.flatMap((e) => ['', ...evidenceLines(e, width)]),
    ...(links.length === 0 ? [] : ['']),
    ...links.map((link) => paint(`  ${safe(link)}`, '2')),
  ];
}

function closingLines(closing: Closing, width: number, paint: Paint): string[] {
  const part = (lead: string, paragraph: Paragraph | null) =>
    paragraph === null || paragraph.length === 0
      ? []
      : wrap(`${lead} ${words(paragraph)}`, width, '', '  ').map((line, at) =>
          at === 0 ? line.replace(lead, paint(lead, '1')) : line,
        );
  return [
    ...part('So:', closing.cause),
    ...part('First change:', closing.firstChange),
    ...part('Not this:', closing.notThis),
    ...part('Ask next:', closing.askNext),
    ...part('After the change I expect:', closing.afterChange),
    ...(closing.readings.length === 0 ? [] : [paint('Before you change anything, keep these:', '1')]),
    ...closing.readings.flatMap((line) => wrap(tied(line), width, '  ', '    ')),
    ...part('I could not see:', closing.unseen),
  ];
}

function evidenceLines(evidence: Evidence, width: number): string[] {
  if (evidence.kind === 'bars') {
    const label = Math.max(...evidence.bars.map((b) => safe(b.label).length));
    const largest = Math.max(...evidence.bars.map((b) => b.value), 0);
    const numbers = evidence.bars.map((b) => b.value.toLocaleString('en-US'));
    const digits = Math.max(...numbers.map((n) => n.length));
    const room = Math.max(4, Math.min(40, width - label - digits - 8));
    return [
      `  ${safe(evidence.title)}, ${evidence.unit}`,
      ...evidence.bars.map((bar, at) => {
        const length = largest <= 0 ? 0 : Math.round((bar.value / largest) * room);
        return `  ${safe(bar.label).padEnd(label)}  ${(numbers[at] ?? '').padStart(digits)}  ${'█'.repeat(length) || '▏'}`;
      }),
    ];
  }
  const rows = [evidence.columns, ...evidence.rows].map((row) => row.map(safe));
  const widths = evidence.columns.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return [
    `  ${safe(evidence.title)}`,
    ...rows.map((row) => {
      const cells = widths.map((w, column) =>
        column === 0 ? (row[column] ?? '').padEnd(w) : (row[column] ?? '').padStart(w),
      );
      return `  ${cells.join('  ')}`;
    }),
  ];
}

function words(paragraph: Paragraph): string {
  return paragraph.map((span) => (span.as === 'code' || span.as === 'spark' ? safe(span.text) : span.text)).join('');
}
