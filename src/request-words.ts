/** Slack's own mark-up around an address: `<https://…|label>`; the label may hold blanks. */
const SLACK_LINK = /<(https?:\/\/[^|>\s]+)(?:\|[^>]*)?>/gi;

/** Invisible characters that phones and copied tickets bring along: zero-width marks, byte order mark, bidi controls. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** A keyword that is glued to its value: `stage4`, `stage=4`, `on=prod`. */
const GLUED = /^(query|job|stage|attempt|on)[=:#]?(\d[\d.]*|(?<=[=:#]).+)$/i;

/** `A,stage 2`, `A—stage 2`: a blank that was forgotten. An address may hold a comma of its own. */
const JOINED = /[,;—]+(?=(?:query|job|stage|attempt|handoff)(?![a-z]))/i;

/**
 * The words of a typed line as the grammar reads them: Slack's link mark-up and entities undone, dashes and quotes that a
 * phone "corrected" put back, `--stage 4`, `stage=4` and `stage4` read as `stage 4`.
 */
export function plainWords(line: string): string[] {
  return line
    .replace(SLACK_LINK, ' $1 ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(INVISIBLE, '')
    .replace(/[\u2010-\u2013\u2212]/g, '-')
    .split(/\s+/)
    .flatMap((word) => (/^\W*https?:/i.test(word) ? [word] : word.split(JOINED)))
    .map((word) => word.replace(/^["'`“”‘’(<[*_~]+|["'`“”‘’)>\]*_~,.;:!?]+$/g, ''))
    .map((word) => word.replace(/^--(?=[a-z])/i, ''))
    .map((word) => word.replace(/^#(?=\d)|(?<=^#?\d+(?:\.\d+)?)['’]s$/g, ''))
    .map((word) => (/^hand-?offs?$/i.test(word) ? 'handoff' : word))
    .flatMap((word) => {
      const split = GLUED.exec(word);
      return split ? [split[1] ?? '', split[2] ?? ''] : [word];
    })
    .filter((word) => word !== '')
    .flatMap((word, at, words) => {
      if (isSplitHandoff(word, words[at + 1])) return ['handoff'];
      return isSplitHandoff(words[at - 1], word) ? [] : [word];
    });
}

function isSplitHandoff(first: string | undefined, second: string | undefined): boolean {
  return first?.toLowerCase() === 'hand' && /^offs?$/i.test(second ?? '');
}

/** The word of ours that was meant, allowing one slip (two in longer words); `null` when none is that near. */
export function closestWord<W extends string>(typed: string, words: readonly W[], mostSlips = 2): W | null {
  let best: W | null = null;
  let bestSlips = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const slips = slipsBetween(typed.toLowerCase(), word);
    const allowed = Math.min(mostSlips, word.length >= 6 ? 2 : word.length >= 3 ? 1 : 0);
    if (slips <= allowed && slips < bestSlips) {
      best = word;
      bestSlips = slips;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours between two short words (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? (beforeLast[column - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, swapped, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? Number.POSITIVE_INFINITY;
}
