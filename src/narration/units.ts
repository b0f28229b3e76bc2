/**
 * Numbers as people say them. Sizes count in 1,024s, as the Spark UI does; nothing that is not zero is rounded to zero, and
 * no number is rounded onto the limit it is held against.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds as `320 ms`, `8.9 s`, `42 s`, `7 min 24 s`, `48 min`, `2 h 51 min`, `3 d 4 h`. */
export function duration(ms: number): string {
  return inParts(ms)
    .map(({ value, unit }) => `${value} ${unit.short}`)
    .join(' ');
}

/** The same, said out loud: `2 hours 51 minutes`, `8.9 seconds`. */
export function spokenDuration(ms: number): string {
  return inParts(ms)
    .map(({ value, unit }) => `${value} ${value === '1' ? unit.long : `${unit.long}s`}`)
    .join(' ');
}

interface TimeUnit {
  short: string;
  long: string;
}

const MS: TimeUnit = { short: 'ms', long: 'millisecond' };
const S: TimeUnit = { short: 's', long: 'second' };
const MIN: TimeUnit = { short: 'min', long: 'minute' };
const H: TimeUnit = { short: 'h', long: 'hour' };
const D: TimeUnit = { short: 'd', long: 'day' };

function inParts(ms: number): { value: string; unit: TimeUnit }[] {
  if (ms <= 0) return [{ value: '0', unit: S }];
  if (Math.round(ms) < SECOND) return [{ value: String(Math.max(1, Math.round(ms))), unit: MS }];
  if (Math.round(ms / 100) < 100) return [{ value: fixed(ms / SECOND, 1), unit: S }];
  const seconds = Math.round(ms / SECOND);
  if (seconds < 60) return [{ value: String(seconds), unit: S }];
  // From ten minutes on nobody says the seconds.
  if (ms < 10 * MINUTE - SECOND / 2) return pair(Math.floor(seconds / 60), MIN, seconds % 60, S);
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 60) return [{ value: String(minutes), unit: MIN }];
  if (ms < 2 * DAY - MINUTE / 2) return pair(Math.floor(minutes / 60), H, minutes % 60, MIN);
  const hours = Math.round(ms / HOUR);
  return pair(Math.floor(hours / 24), D, hours % 24, H);
}

function pair(large: number, largeUnit: TimeUnit, small: number, smallUnit: TimeUnit) {
  const parts = [{ value: grouped(large), unit: largeUnit }];
  return small === 0 ? parts : [...parts, { value: String(small), unit: smallUnit }];
}

const SIZES = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Bytes as `812 B`, `3.3 MB`, `12.4 GB`, `190 MB`; 1 KB is 1,024 B. */
export function size(bytes: number): string {
  let value = Math.max(0, bytes);
  let step = 0;
  // 1,000 MB is said as 1 GB, although it is a little less.
  while (Math.round(value) >= 1_000 && step < SIZES.length - 1) {
    value /= 1024;
    step += 1;
  }
  const digits = step === 0 || value >= 99.95 ? 0 : 1;
  const text = value > 0 && Number(value.toFixed(digits)) === 0 ? 'under 1' : grouped(Number(value.toFixed(digits)));
  return `${text} ${SIZES[step]}`;
}

/** A larger multiple means no more to anybody. */
const MOST_TOLD = 10_000;

/** How many times: `34×`, `8.6×`, `1.1×`. With a limit, never rounded onto it. */
export function times(ratio: number, limit?: number): string {
  return `${multiple(ratio, limit)}×`;
}

/** The same without a sign, for `34 times`. */
export function multiple(ratio: number, limit?: number): string {
  if (ratio >= MOST_TOLD) return `over ${grouped(MOST_TOLD)}`;
  return offLimit(ratio, limit, (digits) => grouped(round(ratio, ratio >= 9.95 ? digits : digits + 1)));
}

/** A quotient of two amounts: `0.54`, `1.3`, `0.0011`, `5`. With a limit, never rounded onto it. */
export function quotient(value: number, limit?: number): string {
  if (value === 0) return '0';
  if (value < 0.995) return plainNumber(Number(value.toPrecision(2)));
  return multiple(value, limit);
}

/** A share from 0 to 1 as `91%`; `under 1%` and `over 99%` for what would round to nothing or to everything. */
export function percent(share: number, limit?: number): string {
  const value = 100 * share;
  if (value <= 0) return '0%';
  if (value < 0.5) return 'under 1%';
  if (value >= 99.5 && value < 100) return 'over 99%';
  return offLimit(value, limit === undefined ? undefined : 100 * limit, (digits) => `${round(value, digits)}%`);
}

/** An amount of rows and the like: whole below a million, for a reader looks for it in the UI, then `1.9 million`, `66 million`. */
export function amount(count: number): string {
  if (count < 999_999.5) return grouped(round(count, Number.isInteger(count) ? 0 : count < 10 ? 1 : 0));
  const [unit, name] =
    count < 999.5e6 ? [1e6, 'million'] : count < 999.5e9 ? [1e9, 'billion'] : ([1e12, 'trillion'] as const);
  const value = count / unit;
  return `${grouped(round(value, value < 9.95 ? 1 : 0))} ${name}`;
}

/** A counted number, exact: `5,000`. */
export function exact(count: number): string {
  return grouped(Math.round(count));
}

/** `1 task`, `2,800 tasks`. */
export function counted(count: number, thing: string, things: string = `${thing}s`): string {
  return `${exact(count)} ${count === 1 ? thing : things}`;
}

/** A moment as `29 Nov 2026, 22:25 UTC`. */
export function moment(at: number): string {
  const date = new Date(at);
  const month = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][
    date.getUTCMonth()
  ];
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}, ${date.toISOString().slice(11, 16)} UTC`;
}

/** A moment to look up in a log: `2026-11-29 22:25:11 UTC`. */
export function timestamp(at: number): string {
  const [day, time = ''] = new Date(at).toISOString().split('T');
  return `${day} ${time.slice(0, 8)} UTC`;
}

/** With one digit more, up to three, as long as the rounded number reads like the limit and is not. */
function offLimit(value: number, limit: number | undefined, format: (digits: number) => string): string {
  if (limit === undefined || value === limit) return format(0);
  for (let digits = 0; digits < 3; digits += 1) {
    const text = format(digits);
    if (Number(text.replace(/[^\d.]/g, '')) !== limit) return text;
  }
  return `${value < limit ? 'just under' : 'just over'} ${format(0)}`;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function fixed(value: number, digits: number): string {
  return plainNumber(round(value, digits));
}

/** Never in exponent form. */
function plainNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 20, useGrouping: false });
}

function grouped(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 3 });
}
