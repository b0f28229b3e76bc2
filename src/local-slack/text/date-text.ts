/** A `date` element of a rich text, with its `{tokens}` filled in: https://docs.slack.dev/reference/block-kit/block-elements/date-element */
export function dateText(date: {
  timestamp: number;
  format: string;
  fallback?: string | undefined;
  timezone?: string | undefined;
}): string {
  try {
    const at = new Date(date.timestamp * 1000);
    const zone = date.timezone === undefined ? {} : { timeZone: date.timezone };
    return date.format.replaceAll(/\{(\w+)\}/g, (token, name: string) => TOKENS[name]?.(at, zone) ?? token);
  } catch {
    // A time or a zone that is none: Slack shows the fallback for these.
    return date.fallback ?? date.format;
  }
}

type Zone = { timeZone?: string };

const shown =
  (options: Intl.DateTimeFormatOptions, locale = 'en-US') =>
  (at: Date, zone: Zone): string =>
    new Intl.DateTimeFormat(locale, { ...options, ...zone }).format(at);

const date = shown({ month: 'long', day: 'numeric' });
const short = shown({ month: 'short', day: 'numeric', year: 'numeric' });
const long = shown({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const thisYear = shown({ weekday: 'long', month: 'long', day: 'numeric' });
// Sweden writes dates as ISO 8601 does.
const num = shown({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE');

const TOKENS: Record<string, (at: Date, zone: Zone) => string> = {
  date,
  date_num: num,
  date_short: short,
  date_long: long,
  date_slash: shown({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-GB'),
  date_long_full: shown({ month: 'long', day: 'numeric', year: 'numeric' }),
  date_pretty: pretty(date),
  date_short_pretty: pretty(short),
  date_long_pretty: pretty(long),
  day_divider_pretty: pretty((at, zone) =>
    (num(at, zone).slice(0, 4) === num(new Date(), zone).slice(0, 4) ? thisYear : long)(at, zone),
  ),
  time: shown({ hour: 'numeric', minute: '2-digit' }),
  time_secs: shown({ hour: 'numeric', minute: '2-digit', second: '2-digit' }),
  ago: (at) => ago((at.getTime() - Date.now()) / 1000),
};

const DAY_MS = 86_400_000;

/** `today` and its neighbours in words, other days as `otherwise` has them. */
function pretty(otherwise: (at: Date, zone: Zone) => string) {
  return (at: Date, zone: Zone): string => {
    const day = num(at, zone);
    const near = { yesterday: -1, today: 0, tomorrow: 1 };
    const word = Object.entries(near).find(([, days]) => num(new Date(Date.now() + days * DAY_MS), zone) === day);
    return word?.[0] ?? otherwise(at, zone);
  };
}

function ago(seconds: number): string {
  const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ];
  const [unit, length] = units.find(([, one]) => Math.abs(seconds) >= one) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat('en').format(Math.trunc(seconds / length), unit);
}
