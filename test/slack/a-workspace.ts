import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { SparkcheckFailure } from '../../src/failure.ts';
import type { LocalMessage, LocalSlack, LocalSlackOptions } from '../../src/local-slack/local-slack.ts';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import type { Question } from '../../src/question.ts';
import { startSlackApp, type SlackApp, type SlackAppOptions } from '../../src/slack/app.ts';
import type { Ask, ListedApplication, Listing, Progress, Told } from '../../src/slack/ask.ts';
import type { Log } from '../../src/slack/log.ts';
import type { Identity } from '../../src/slack/sign-in.ts';
import { aNarration, plainApology } from './a-narration.ts';

/** The product behind the conversation, under a test's control. */
export interface ScriptedAsk extends Ask {
  /** Questions so far, with the channel they came from. */
  asked: { question: Question; channel: string | null }[];
  listed: object[];
  /** Replaces the answer. */
  answers(answer: (question: Question, onProgress: (progress: Progress) => void) => Promise<Told>): void;
  /** Holds every answer back until the returned function is called. */
  hold(): () => void;
  fails(failure: SparkcheckFailure | Error): void;
  /** Unless said otherwise there are no more applications than these. */
  lists(applications: ListedApplication[], counts?: Partial<Omit<Listing, 'applications'>>): void;
}

export function scriptedAsk(): ScriptedAsk {
  const asked: ScriptedAsk['asked'] = [];
  const listed: object[] = [];
  let listing: Listing = { applications: [], total: 0, more: false, searched: null };
  let gate: Promise<void> = Promise.resolve();
  let answer = async (question: Question, _onProgress: (progress: Progress) => void): Promise<Told> => ({
    narration: aNarration(),
    question: { ...question, server: 'prod' },
  });
  return {
    asked,
    listed,
    async answer(question, onProgress, asker) {
      asked.push({ question, channel: asker?.channel ?? null });
      await gate;
      return answer(question, onProgress);
    },
    async list(request) {
      listed.push(request);
      await gate;
      return listing;
    },
    serverNames: () => ['prod', 'dev'],
    answers: (given) => {
      answer = given;
    },
    hold: () => {
      let release: () => void = () => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    fails: (failure) => {
      answer = () => Promise.reject(failure);
    },
    lists: (applications, counts = {}) => {
      listing = { applications, total: applications.length, more: false, searched: null, ...counts };
    },
  };
}

/** Who the bot is, where a test needs no workspace to say so. */
export const AN_IDENTITY: Identity = {
  teamId: 'T1',
  teamName: null,
  enterpriseId: null,
  isEnterpriseInstall: false,
  botId: 'B1',
  botUserId: 'U1',
  scopes: null,
};

export interface LoggedLine {
  level: keyof Log;
  facts: object;
  message: string;
}

export function keptLog(): Log & { lines: LoggedLine[] } {
  const lines: LoggedLine[] = [];
  const keep = (level: keyof Log) => (facts: object, message: string) => void lines.push({ level, facts, message });
  return { lines, debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') };
}

export interface Workspace {
  slack: LocalSlack;
  app: SlackApp;
  ask: ScriptedAsk;
  log: ReturnType<typeof keptLog>;
  /** Messages of a channel (default: incidents) that the bot wrote, oldest first. */
  said(channel?: string): LocalMessage[];
  /** Presses a button of a message in a channel that is given by its name. */
  press(message: { ts: string } | undefined, actionId: string, channel?: string): Promise<void>;
  /** Waits until `read` gives something else than null, undefined or false. */
  until<T>(what: string, read: () => T | null | undefined | false): Promise<T>;
  /** Waits until the bot has nothing left to do and nothing was posted for a moment. */
  quiet(): Promise<void>;
}

export type WorkspaceOptions = Partial<Pick<SlackAppOptions, 'allowed' | 'timings' | 'serversReady'>> & {
  mode?: 'http' | 'socket';
  healthPort?: number;
  local?: LocalSlackOptions;
};

/** A real Bolt app that has joined a strict local Slack: real signatures or a real socket, real Web API calls. */
export async function aWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const { mode = 'http', healthPort, local, ...given } = options;
  const slack = await startLocalSlack(local);
  const ask = scriptedAsk();
  const log = keptLog();
  const app = await startSlackApp({
    ask,
    apology: plainApology,
    log,
    botToken: slack.botToken,
    apiUrl: slack.apiUrl,
    mode:
      mode === 'socket'
        ? { kind: 'socket', appToken: slack.appToken, healthPort: healthPort ?? null }
        : { kind: 'http', signingSecret: slack.signingSecret, port: 0, host: '127.0.0.1' },
    allowed: { channels: null, users: null },
    serversReady: async () => true,
    ...given,
  });
  if (mode === 'http') slack.deliverTo(`http://127.0.0.1:${app.port}/slack/events`);
  onTestFinished(async () => {
    await app.stop(5_000);
    await slack.close();
  });
  const workspace: Workspace = {
    slack,
    app,
    ask,
    log,
    said: (channel = 'incidents') => slack.messages(channel).filter(({ user }) => user === slack.botUserId),
    press: (message, actionId, channel = 'incidents') =>
      slack.press(slack.channels[channel] ?? channel, message?.ts ?? 'no message', actionId),
    async until(what, read) {
      const giveUpAt = Date.now() + 20_000;
      while (Date.now() < giveUpAt) {
        const value = read();
        if (value !== null && value !== undefined && value !== false) return value;
        await pause(10);
      }
      throw new Error(
        `waited in vain for ${what}; said so far: ${JSON.stringify(slack.messages(), null, 1).slice(0, 4_000)}`,
      );
    },
    async quiet() {
      let before = -1;
      while (before !== slack.control.journal.length) {
        before = slack.control.journal.length;
        await pause(150);
      }
    },
  };
  return workspace;
}

/** The words that a message shows, in order. */
export function wordsOf(message: LocalMessage | undefined): string {
  if (message === undefined) return '';
  return (message.blocks.length === 0 ? message.text : shownWords(message.blocks)).replace(/\s+/g, ' ');
}

export function shownWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(shownWords).filter(Boolean).join(' ');
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([key, inner]) => (key === 'text' && typeof inner === 'string' ? inner : shownWords(inner)))
    .filter(Boolean)
    .join(' ');
}
