import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { control } from './control.ts';
import { mintCredentials } from './credentials.ts';
import { acceptSockets } from './delivery/socket-mode.ts';
import { createFaultDesk } from './faults.ts';
import { sendText } from './http.ts';
import { closeModal, press, pressInModal, runShortcut, shownModal, submitModal } from './interactions.ts';
import type { LocalMessage, LocalSlack, LocalSlackOptions } from './local-slack.ts';
import { handlePage } from './page/handle.ts';
import { handleResponseUrl } from './response-url.ts';
import { postAlert } from './seed-alert.ts';
import { seed } from './seed.ts';
import type { State } from './state.ts';
import { typeLine } from './typing.ts';
import { handleApi } from './web-api/handle.ts';
import { isReadable, places } from './visible.ts';
import { createWorkspace, findChannel, type StoredMessage } from './workspace.ts';

const DEFAULTS = {
  command: {
    name: '/sparkcheck',
    description: 'Why is this Spark job slow?',
    hint: '<app id or link> · list · help',
  },
  botName: 'sparkcheck',
  shortcut: { name: 'Check this Spark app', callbackId: 'check_this_spark_app' },
  scopes: ['commands', 'chat:write', 'app_mentions:read'],
  unfurlDomains: [],
  events: ['app_mention'],
  suggestions: [],
  alertAbout: null,
  // https://docs.slack.dev/apis/events-api: almost at once, after one minute, after five.
  retryDelaysMs: [0, 60_000, 300_000],
  ackTimeoutMs: 3_000,
};

/**
 * Starts a workspace on loopback: Web API, `response_url`s, signed deliveries, Socket Mode and the web page on one port.
 * @throws when the port is taken
 */
export async function startLocalSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const { port = 0, now = Date.now, botName = DEFAULTS.botName, ...given } = options;
  const server = createServer();
  const partial = {
    workspace: createWorkspace(seed(botName), now),
    ...mintCredentials(),
    settings: { ...DEFAULTS, ...given },
    tickets: new Set<string>(),
  };
  const sockets = acceptSockets(server, partial);
  const state: State = {
    ...partial,
    origin: '',
    journal: [],
    faults: createFaultDesk(),
    rate: { on: false, lastPostAt: new Map() },
    responseUrls: new Map(),
    triggers: new Map(),
    views: [],
    requestUrl: null,
    sockets,
    closing: new AbortController(),
  };
  server.on('request', (request, response) => void route(state, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      sockets.close();
      reject(error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The local Slack has no port.');
  state.origin = `http://127.0.0.1:${address.port}`;

  const { workspace, settings } = state;
  if (settings.alertAbout !== null) postAlert(workspace, settings.alertAbout);
  const shown = (message: StoredMessage): LocalMessage => shownMessage(message, isReadable(workspace, message));
  return {
    pageUrl: `${state.origin}/`,
    apiUrl: `${state.origin}/api/`,
    botToken: state.tokens.bot,
    appToken: state.tokens.app,
    userToken: state.tokens.user,
    signingSecret: state.signingSecret,
    teamId: workspace.team.id,
    appId: workspace.app.id,
    botUserId: workspace.bot.id,
    botId: workspace.app.botId,
    userId: workspace.person.id,
    channels: Object.fromEntries(
      [...workspace.channels.values()].filter((one) => one.kind !== 'im').map((one) => [one.name, one.id]),
    ),
    names: Object.fromEntries(
      [...workspace.members.values(), ...workspace.channels.values()].map((one) => [one.id, one.name]),
    ),
    organisations: Object.fromEntries(
      [...workspace.members.values()].flatMap(({ id, team }) => (team ? [[id, team.name]] : [])),
    ),
    places: () => places(workspace),
    offers: { command: settings.command.name, shortcut: settings.shortcut.name },
    deliverTo: (url) => {
      state.requestUrl = url;
    },
    type: (line, where) => typeLine(state, line, where),
    onMessage: (listener) => {
      workspace.listeners.add((change) => {
        if (change.kind === 'message') listener(shown(change.message));
      });
    },
    messages: (channel) => {
      const id = channel === undefined ? null : findChannel(workspace, channel)?.id;
      return workspace.messages.filter((message) => id === null || message.channel === id).map(shown);
    },
    press: (channel, ts, actionId, choice, as) => press(state, { channel, ts, as }, actionId, choice),
    useShortcut: (channel, ts, as) => runShortcut(state, { channel, ts, as }),
    modal: () => shownModal(state),
    onModal: (listener) => {
      workspace.listeners.add((change) => {
        if (change.kind === 'modal') listener(shownModal(state));
      });
    },
    pressInModal: (actionId, choice) => pressInModal(state, actionId, choice),
    submitModal: (values) => submitModal(state, values),
    closeModal: () => closeModal(state),
    control: control(state, shown),
    close: () =>
      new Promise((resolve) => {
        state.closing.abort();
        sockets.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function route(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://local');
  try {
    if (url.pathname.startsWith('/api/')) await handleApi(state, request, response, url);
    else if (url.pathname.startsWith('/respond/')) await handleResponseUrl(state, request, response, url);
    else await handlePage(state, request, response, url);
  } catch (error) {
    // A fault of the double itself: said aloud, so that nobody takes it for Slack's.
    if (!response.headersSent) sendText(response, 500, `local Slack failed: ${String(error)}`);
    else response.destroy();
  }
}

function shownMessage(message: StoredMessage, readable: boolean): LocalMessage {
  return {
    channel: message.channel,
    ts: message.ts,
    threadTs: message.threadTs,
    user: message.user,
    text: message.text,
    blocks: message.blocks,
    attachments: message.attachments,
    readable,
    ephemeral: message.onlyFor !== null,
    onlyFor: message.onlyFor,
    edited: message.edited,
    deleted: message.deleted,
  };
}
