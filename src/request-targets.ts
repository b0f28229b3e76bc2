/**
 * Application ids that a resource manager hands out. Custom backends choose their own, so an id that somebody *typed* is
 * never held against this list; it only tells ids from prose inside a longer text.
 */
const KNOWN_ID =
  /(?<![\w-])(?:app-\d{14}-\d{4,}|application_\d{10,}_\d{4,}|local-\d{10,}|spark-application-\d{10,}|spark-[0-9a-f]{32})(?![\w-])/g;

/** The characters that Slack, Markdown or a log line put around an address end it. */
const LINK = /https?:\/\/[^\s<>|"'`)\]}]+/gi;

/** Paths under which Spark's own pages live: history server and proxies, and the tabs of a driver's own UI. */
const SPARK_PREFIX = /\/(?:history|proxy|applications|driver-proxy(?:-api)?)\//;
const SPARK_TAB = /\/(?:jobs|stages|SQL|executors|storage|environment|StreamingQuery)(?:\/.*)?$/;

/** An id is whatever a backend chose, as long as it can stand in a line of words. */
const TYPED_ID = /^[A-Za-z0-9][\w.-]{0,199}$/;

export function isTypedId(word: string): boolean {
  return TYPED_ID.test(word);
}

export function isLink(word: string): boolean {
  return /^https?:\/\/\S+$/i.test(word);
}

/** Letters alone are a name or a word of ours; every resource manager's ids hold digits. */
export function looksLikeId(word: string): boolean {
  return isLink(word) || (isTypedId(word) && /\d/.test(word));
}

/** A word of a sentence that is an id of some backend, or an application's name: no English word and no number is written so. */
export function couldBeId(word: string): boolean {
  const written = /\d/.test(word) && /[a-z]/i.test(word) && (/[-_.]/.test(word) || word.length >= 8);
  return isTypedId(word) && (written || /[a-z].*_/i.test(word));
}

/**
 * Applications that a text names: ids of the known shapes and links to Spark pages, in the order of the text, each
 * application once. A link stands for the id inside it, because it also tells the server, the attempt and the stage.
 */
export function targetsIn(text: string): string[] {
  const plain = text.replaceAll('&amp;', '&');
  const found = new Map<string, { target: string; at: number }>();
  const keep = (key: string, target: string) => {
    if (!found.has(key)) found.set(key, { target, at: plain.indexOf(target) });
  };
  const rest = plain.replaceAll(LINK, (match) => {
    const link = match.replace(/[.,;:!?]+$/, '');
    const [id] = idsIn(link);
    const base = sparkBase(link);
    if (base === null) return ` ${id ?? ''} `;
    keep(id ?? base, link);
    return ' ';
  });
  for (const id of idsIn(rest)) keep(id, id);
  return [...found.values()].sort((a, b) => a.at - b.at).map(({ target }) => target);
}

/** Known-shape ids inside a text or an address, each once. */
export function idsIn(text: string): string[] {
  return [...new Set(text.match(KNOWN_ID) ?? [])];
}

/** Address under which the pages of one application stand; `null` when this is no Spark page. */
function sparkBase(link: string): string | null {
  if (!URL.canParse(link)) return null;
  const { origin, pathname } = new URL(link);
  if (!SPARK_PREFIX.test(pathname) && !SPARK_TAB.test(pathname)) return null;
  return origin + pathname.replace(SPARK_TAB, '');
}
