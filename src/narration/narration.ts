import type { CheckName, Outcome } from '../diagnosis/vocabulary.ts';

/**
 * A told answer without any markup of Slack, terminal or Markdown: the doors render spans in their own dialect and do
 * their own escaping there. A span marked `spark` holds text that came from the application (names, hosts, keys, errors):
 * hostile until escaped.
 */
export interface Span {
  text: string;
  /** `strong` our emphasis · `code` something to type or paste · `spark` text from the application, shown as a name. */
  as?: 'strong' | 'code' | 'spark';
}

export type Paragraph = Span[];

export interface Narration {
  root: Root;
  /** One a check, in the fixed order. */
  checks: CheckSection[];
  /** One line for all the checks without paragraphs, which had no stage to open; `null` where every check was read. */
  unread: string | null;
  closing: Closing;
  /** At most six sentences, as a person would say them out loud. */
  spoken: string[];
  /** Plain text that survives pasting into a ticket. */
  handoff: string;
  /** What was not seen, one full sentence each. */
  unseen: string[];
}

export interface Root {
  application: { id: string; attemptId: string | null; name: string };
  /** e.g. `finished, 2 h 18 min` */
  state: string;
  /** The verdict in one line, e.g. "One hot `title_id` holds the whole job: data skew in stage 4." */
  headline: Paragraph;
  /** What it means for the wall-clock, one sentence; may be empty. */
  subline: Paragraph;
  strip: StripEntry[];
  /** Page of the application in the Spark UI. */
  url: string;
  /** The whole root as one plain sentence, for notifications and screen readers. */
  plain: string;
}

export interface StripEntry {
  number: number;
  check: CheckName;
  outcome: Outcome;
  symptomOf: CheckName | null;
  /** Name as people say it: `slow stage`, `shuffle`, `skew`, `GC`, `spill`. */
  label: string;
  /** e.g. `91% in stage 4`, `0.54`, `34×`, `symptom of 3`, `could not tell` */
  short: string;
}

export interface CheckSection {
  number: number;
  check: CheckName;
  outcome: Outcome;
  /** e.g. "Skew: one task had 35 times the rows." */
  title: Paragraph;
  paragraphs: Paragraph[];
  evidence: Evidence[];
  /** Where a person reads the same numbers: page names with addresses. */
  links: { label: string; url: string }[];
}

export type Evidence =
  | {
      kind: 'table';
      title: string;
      columns: string[];
      /** Cells are plain text as people say it; the first column is the row's name. */
      rows: string[][];
    }
  | {
      kind: 'bars';
      title: string;
      /** Unit of the values, e.g. `seconds`. */
      unit: string;
      bars: { label: string; value: number }[];
    };

export interface Closing {
  /** Cause and its symptoms; for a healthy run: that nothing stood out and where the time went. */
  cause: Paragraph;
  /** First change; `null` when there is nothing to change. */
  firstChange: Paragraph | null;
  notThis: Paragraph | null;
  askNext: Paragraph | null;
  afterChange: Paragraph | null;
  /** The five readings, a line each, to paste into a ticket before anything is changed. */
  readings: string[];
  unseen: Paragraph | null;
}
