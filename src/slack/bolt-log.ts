import { LogLevel, type Logger } from '@slack/bolt';
import type { Log } from './log.ts';

/**
 * Bolt's and the Web API client's lines in our log. Their debug lines hold whole payloads (what people typed, what Spark
 * sent) and are dropped at every level.
 */
export function boltLog(log: Log): Logger {
  let name = 'bolt';
  const line =
    (level: 'info' | 'warn' | 'error') =>
    (...message: unknown[]) => {
      const err = message.find((part) => part instanceof Error);
      const words = message.filter((part) => typeof part === 'string').join(' ');
      log[level]({ from: name, ...(err !== undefined && { err }) }, words || (err?.message ?? 'a line without words'));
    };
  return {
    debug: () => undefined,
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: (given) => {
      name = given;
    },
  };
}
