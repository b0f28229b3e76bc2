import type { FaultDesk } from './faults.ts';
import type { JournalEntry } from './journal.ts';
import type { LocalSlackOptions } from './local-slack.ts';
import type { OpenView } from './views.ts';
import type { Workspace } from './workspace.ts';

/** Everything one running workspace holds; handed to each of its parts. */
export interface State {
  workspace: Workspace;
  /** `http://127.0.0.1:PORT`, known once the server listens. */
  origin: string;
  tokens: { bot: string; app: string; user: string };
  signingSecret: string;
  settings: Required<Omit<LocalSlackOptions, 'port' | 'now' | 'botName'>>;
  journal: JournalEntry[];
  faults: FaultDesk;
  rate: RateState;
  responseUrls: Map<string, ResponseUrl>;
  triggers: Map<string, Trigger>;
  /** Modals in front of the local person, the top one last. */
  views: OpenView[];
  /** Where HTTP deliveries go; null until the app says so. */
  requestUrl: string | null;
  sockets: SocketPool;
  /** Given out by `apps.connections.open`, each good for one connection. */
  tickets: Set<string>;
  /** Aborted when the workspace closes, which ends whatever still waits. */
  closing: AbortController;
}

export interface RateState {
  on: boolean;
  /** When each channel took its last message, in milliseconds since the epoch. */
  lastPostAt: Map<string, number>;
}

export interface ResponseUrl {
  channel: string;
  user: string;
  issuedAt: number;
  uses: number;
  /** The message whose button or shortcut issued it; null for a slash command. */
  messageTs: string | null;
}

export interface Trigger {
  user: string;
  issuedAt: number;
  exchanged: boolean;
}

export interface SocketPool {
  /** Connections that said hello and were not told to leave. */
  count(): number;
  send(envelope: { type: string; payload: unknown; retry?: { num: number; reason: string } }): Promise<Acknowledgement>;
  refresh(): void;
}

/** What came back for a delivery: `status` 0 when nothing did. */
export interface Acknowledgement {
  status: number;
  /** The parsed body: text, JSON, or null when empty. */
  body: unknown;
  timedOut: boolean;
  /** The app asked for no further attempts. */
  noRetry?: boolean;
}
