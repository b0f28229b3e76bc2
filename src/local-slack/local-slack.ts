import type { FaultDesk } from './faults.ts';
import type { JournalEntry } from './journal.ts';

/** A workspace on loopback that speaks the parts of Slack which the bot uses; the bot that joins it is the unchanged production app. */
export interface LocalSlack {
  /** Address of its web page. */
  pageUrl: string;
  /** Base for the bot's `SLACK_API_URL`, ends in `/api/`. */
  apiUrl: string;
  botToken: string;
  /** For Socket Mode (`apps.connections.open`). */
  appToken: string;
  /** Token of the local person with every scope, for whatever checks the workspace from outside the bot. */
  userToken: string;
  signingSecret: string;
  teamId: string;
  appId: string;
  botUserId: string;
  botId: string;
  /** The local person: who types when nobody else is named. */
  userId: string;
  /** Channel id by name, e.g. `channels.incidents`. */
  channels: Record<string, string>;
  /** Names of members and channels by id. */
  names: Record<string, string>;
  /** Other organisations by the ids of their members, e.g. `Acme`; who is not in it is of this workspace. */
  organisations: Record<string, string>;
  /** Where the local person may go, direct conversations last. */
  places(): LocalPlace[];
  /** What the app offers, as the manifest names it. */
  offers: { command: string; shortcut: string };
  /** Where signed commands, events and interactions are posted: the bot's `/slack/events`. Not needed in Socket Mode. */
  deliverTo(url: string): void;
  /**
   * Types into a channel: a line that starts with `/` is a slash command, `@sparkcheck …` a mention. `as` names somebody
   * of another organisation in a channel that is shared with it; otherwise the local person types.
   * Resolves once the app has acknowledged, or failed to; what the person would see of a failure is a message.
   */
  type(line: string, where?: { channel?: string; threadTs?: string; as?: string }): Promise<void>;
  /** Every message as it is posted or edited, for the terminal and for tests. */
  onMessage(listener: (message: LocalMessage) => void): void;
  /** What stands in the workspace now, oldest first, deleted messages left out; of one channel or of all. */
  messages(channel?: string): LocalMessage[];
  /** Presses a button of a message, or picks `choice` in a menu; rejects when the message shows no such button to whoever presses. */
  press(channel: string, ts: string, actionId: string, choice?: Record<string, unknown>, as?: string): Promise<void>;
  /** Uses the app's message shortcut on a message. */
  useShortcut(channel: string, ts: string, as?: string): Promise<void>;
  /** The modal that the local person has in front of them. */
  modal(): LocalModal | null;
  /** Every modal as it opens or changes; null when the last one closed. */
  onModal(listener: (modal: LocalModal | null) => void): void;
  pressInModal(actionId: string, choice?: Record<string, unknown>): Promise<void>;
  /** Submits that modal; values by `block_id`, then `action_id`. */
  submitModal(values?: Record<string, Record<string, unknown>>): Promise<void>;
  closeModal(): Promise<void>;
  /** Changes the workspace behind the bot's back, and makes the network misbehave. */
  control: LocalControl;
  close(): Promise<void>;
}

export interface LocalPlace {
  id: string;
  /** `#incidents`, or `@robin` for the direct conversation with them. */
  title: string;
  kind: 'public' | 'private' | 'im';
  purpose: string;
  archived: boolean;
  /** The other organisation that is in it too (Slack Connect). */
  sharedWith: string | null;
  /** Names of those as whom one may speak there, the local person's own first. */
  speakers: string[];
  /** Whether the app's bot is a member. */
  hasBot: boolean;
}

export interface LocalMessage {
  channel: string;
  ts: string;
  threadTs: string | null;
  /** Slack user id, or the bot's. */
  user: string;
  text: string;
  blocks: unknown[];
  attachments: unknown[];
  /** Whether the local person may read it: not what is said between others, or to another alone. */
  readable: boolean;
  /** True when only one person sees it. */
  ephemeral: boolean;
  /** The id of that person. */
  onlyFor: string | null;
  edited: boolean;
  /** True once, when a listener is told that the message is gone. */
  deleted: boolean;
}

export interface LocalModal {
  id: string;
  title: string;
  blocks: unknown[];
  submit: string | null;
  close: string;
  /** By `block_id`: what the app found wrong with the last submission. */
  errors: Record<string, string>;
}

export interface LocalControl {
  /** Requests and deliveries so far, oldest first. */
  journal: readonly JournalEntry[];
  /** Faults on demand for Web API methods, `response_url` and deliveries. */
  faults: FaultDesk;
  /** One message a second a channel, then 429 with Retry-After; off at first. */
  limitRate(on: boolean): void;
  /** Takes the bot out of a channel, or lets it in. */
  setBotMember(channel: string, member: boolean): void;
  archive(channel: string): void;
  /** Removes a message as a workspace admin would. */
  deleteMessage(channel: string, ts: string): void;
  /** Posts as another app or person, e.g. an alert that quotes an application id. */
  post(
    channel: string,
    message: { text: string; blocks?: unknown[]; attachments?: unknown[]; threadTs?: string; user?: string },
  ): LocalMessage;
  /** Sends an event as Slack would, e.g. a second time with the same `event_id`. Resolves with the app's status, 0 when it could not be reached. */
  deliver(payload: DeliveredPayload): Promise<number>;
  /** Asks every Socket Mode connection to come back on a new one, as Slack does about once an hour. */
  refreshSockets(): void;
  /** Open Socket Mode connections. */
  socketCount(): number;
}

export interface DeliveredPayload {
  kind: 'event' | 'command' | 'interaction';
  body: Record<string, unknown>;
  retry?: { num: number; reason: string };
  /** Seconds added to the signature's timestamp; negative is the past. */
  clockSkewSeconds?: number;
  /** Signs with this instead of the shared secret. */
  signingSecret?: string;
}

export interface Suggestion {
  label: string;
  command: string;
}

export interface LocalSlackOptions {
  /** Default 0: any free one. */
  port?: number;
  /** The slash command as the manifest names it. */
  command?: { name: string; description: string; hint: string };
  botName?: string;
  /** The message shortcut as the manifest names it. */
  shortcut?: { name: string; callbackId: string };
  /** Scopes the bot token holds; a method that needs another answers `missing_scope`. */
  scopes?: string[];
  /** Domains the app has claimed for unfurling: a video may be embedded from these only. Default: none. */
  unfurlDomains?: string[];
  /** Events the app is subscribed to. */
  events?: string[];
  /** What a first visitor of the page may try. */
  suggestions?: Suggestion[];
  /** A recorded application that an alert in #incidents names, in an attachment only, so that the shortcut has something to find. */
  alertAbout?: string | null;
  /** Waits before an event that was not acknowledged is sent again. Slack's: at once, 1 min, 5 min. */
  retryDelaysMs?: number[];
  /** How long an app may take to acknowledge. Slack's: 3 s. */
  ackTimeoutMs?: number;
  /** The clock, for tests of what expires. */
  now?: () => number;
}
