import { cleanLine } from './clean.ts';
import { isRead } from './unread.ts';
import { capitalised } from './say.ts';
import { untied } from './tied.ts';
import type { CheckSection, Closing, Evidence, Narration, Paragraph, Span } from './narration.ts';

/** The thread as Markdown, for a ticket or a file. Text from the application stands in code spans, which parse nothing. */
export function markdown(narration: Narration): string {
  const { root, checks, unread, closing } = narration;
  const name = codeSpan(cleanLine(root.application.name) || '(no name)');
  const strip = root.strip.map(
    (e) => `| ${e.number} ${e.label} | ${cell(e.outcome.replaceAll('-', ' '))} | ${cell(e.short)} |`,
  );
  const blocks = [
    `# ${name}`,
    `${codeSpan(cleanLine(root.application.id))} · ${escape(root.state)} · ${link('Spark UI', root.url)}`,
    `**${inline(root.headline, true)}** ${inline(root.subline)}`.trim(),
    ...(strip.length === 0 ? [] : [['| check | outcome | reading |', '| --- | --- | --- |', ...strip].join('\n')]),
    ...checks.filter(isRead).flatMap(sectionBlocks),
    ...(unread === null ? [] : [escape(unread)]),
    ...closingBlocks(closing),
    '## Out loud',
    // Plain text may hold names, and a bare address in running text would become a link.
    fenced(narration.spoken),
  ];
  // A file that is searched and compared: blanks only.
  return untied(`${blocks.filter((block) => block !== '').join('\n\n')}\n`);
}

function sectionBlocks(section: CheckSection): string[] {
  return [
    `## ${section.number} · ${inline(section.title)}`,
    ...section.paragraphs.map((p) => inline(p)),
    ...section.evidence.map(evidenceBlock),
    section.links.map((l) => link(l.label, l.url)).join(' · '),
  ];
}

function closingBlocks(closing: Closing): string[] {
  const part = (lead: string, paragraph: Paragraph | null) =>
    paragraph === null || paragraph.length === 0 ? '' : `**${lead}** ${inline(paragraph)}`;
  return [
    '## So',
    inline(capitalised(closing.cause)),
    part('First change:', closing.firstChange),
    part('Not this:', closing.notThis),
    part('Ask next:', closing.askNext),
    part('After the change I expect:', closing.afterChange),
    closing.readings.length === 0 ? '' : `**Before you change anything, keep these:**\n\n${fenced(closing.readings)}`,
    part('I could not see:', closing.unseen),
  ];
}

function evidenceBlock(evidence: Evidence): string {
  const [columns, rows] =
    evidence.kind === 'table'
      ? [evidence.columns, evidence.rows]
      : [['', evidence.unit], evidence.bars.map((b) => [b.label, b.value.toLocaleString('en-US')])];
  const row = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
  const rule = `| ${columns.map((_, at) => (at === 0 ? '---' : '---:')).join(' | ')} |`;
  return [`${escape(evidence.title)}:`, '', row(columns), rule, ...rows.map(row)].join('\n');
}

/** `bold`: already inside emphasis, where a second pair of stars would end it. */
function inline(paragraph: Paragraph, bold = false): string {
  return paragraph.map((span) => spanText(span, bold)).join('');
}

function spanText({ text, as }: Span, bold: boolean): string {
  if (as === 'spark' || as === 'code') return codeSpan(cleanLine(text, 2_000));
  return as === 'strong' && !bold ? `**${escape(text)}**` : escape(text);
}

/** Fenced by more backticks than the text holds in a row, so that nothing in it can end the span. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') || text === '' ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

function fenced(lines: string[]): string {
  const body = lines.map((line) => cleanLine(line, 2_000));
  const longest = Math.max(2, ...body.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [fence, ...body, fence].join('\n');
}

function cell(text: string): string {
  return escape(cleanLine(text, 200));
}

function link(label: string, url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return escape(label);
  return `[${escape(label)}](<${parsed.href.replaceAll('<', '%3C').replaceAll('>', '%3E')}>)`;
}

function escape(text: string): string {
  return text.replace(/[\\`*_[\]<>|~#&!]/g, (sign) => `\\${sign}`);
}
