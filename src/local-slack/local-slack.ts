/** A workspace on loopback that speaks the parts of Slack which the bot uses; the bot that joins it is the unchanged production app. */
export interface LocalSlack {
  /** Address of its web page. */
  pageUrl: string;
  /** Base for the bot's `SLACK_API_URL`, ends in `/api/`. */
  apiUrl: string;
  botToken: string;
  /** For Socket Mode (`apps.connections.open`). */
  appToken: string;
  signingSecret: string;
  /** Where signed commands, events and interactions are posted: the bot's `/slack/events`. Not needed in Socket Mode. */
  deliverTo(url: string): void;
  /** Types into a channel as the local person: a line that starts with `/` is a slash command, `@sparkcheck …` a mention. */
  type(line: string, where?: { channel?: string; threadTs?: string }): Promise<void>;
  /** Every message as it is posted or edited, for the terminal and for tests. */
  onMessage(listener: (message: LocalMessage) => void): void;
  close(): Promise<void>;
}

export interface LocalMessage {
  channel: string;
  ts: string;
  threadTs: string | null;
  /** Slack user id, or the bot's. */
  user: string;
  text: string;
  blocks: unknown[];
  /** True when only the local person sees it. */
  ephemeral: boolean;
  edited: boolean;
}
