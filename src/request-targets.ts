/**
 * Application ids that a resource manager hands out. Custom backends choose their own, so an id that somebody *typed* is
 * never held against this list; it only tells ids from prose inside a longer text.
 */
const KNOWN_ID =
  /(?<![\w-])(?:app-\d{14}-\d{4,}|application_\d{10,}_\d{4,}|local-\d{10,}|spark-application-\d{10,}|spark-[0-9a-f]{32})(?![\w-])/g;

/** The characters that Slack, Markdown or a log line put around an address end it. */
const LINK = /https?:\/\/[^\s<>|"'`)\]}]+/gi;

/** Paths under which Spark's own pages live: history server, proxies, a driver's pages. */
const SPARK_PAGE =
  /\/(?:history|proxy|applications|driver-proxy(?:-api)?)\/|\/(?:jobs|stages|SQL|executors|storage|environment|StreamingQuery)(?:\/|$)/;

/**
 * Applications that a text names: ids of the known shapes and links to Spark pages, in the order of the text, each
 * application once. A link stands for the id inside it, because it also tells the server, the attempt and the stage.
 */
export function targetsIn(text: string): string[] {
  const targets = new Map<string, string>();
  const rest = text.replaceAll(LINK, (match) => {
    const link = match.replace(/[.,;:!?]+$/, '');
    const id = idsIn(link)[0];
    if (isSparkPage(link)) {
      const key = id ?? link;
      if (!targets.has(key)) targets.set(key, link);
      return ' ';
    }
    return ` ${id ?? ''} `;
  });
  const inOrder = [...targets.values()].map((target) => ({ target, at: text.indexOf(target) }));
  for (const id of idsIn(rest)) {
    if (!targets.has(id)) inOrder.push({ target: id, at: text.indexOf(id) });
  }
  return inOrder.sort((a, b) => a.at - b.at).map(({ target }) => target);
}

/** Known-shape ids inside a text or an address, each once. */
export function idsIn(text: string): string[] {
  return [...new Set(text.match(KNOWN_ID) ?? [])];
}

function isSparkPage(link: string): boolean {
  if (!URL.canParse(link)) return false;
  return SPARK_PAGE.test(new URL(link).pathname);
}
