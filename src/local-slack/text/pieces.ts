/** Formatted text as the page and the terminal show it, whatever dialect it was written in. */
export type Piece =
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'heading'; level: number; runs: Run[] }
  | { kind: 'quote'; runs: Run[] }
  | { kind: 'preformatted'; runs: Run[] }
  | { kind: 'list'; ordered: boolean; indent: number; first: number; items: Run[][] };

export interface Style {
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  strike?: boolean | undefined;
  code?: boolean | undefined;
  underline?: boolean | undefined;
}

/** A stretch of text in one style. Names behind ids are looked up when it is shown. */
export type Run = { style: Style } & (
  | { kind: 'text'; text: string }
  | { kind: 'link'; url: string; text: string }
  | { kind: 'user'; id: string }
  | { kind: 'channel'; id: string; name: string | null }
  | { kind: 'broadcast'; range: string }
  /** A user group or a workspace: nothing here knows their names. */
  | { kind: 'group'; id: string }
  | { kind: 'color'; value: string }
);

export const PLAIN: Style = {};

/** Plain text, with nothing in it parsed. */
export function plainPieces(text: string): Piece[] {
  return [{ kind: 'paragraph', runs: [{ kind: 'text', text, style: PLAIN }] }];
}

/** A link that may be followed: anything but http(s) and mail addresses is shown as text only. */
export function isFollowable(url: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(url);
}
