import { deliver } from './delivery/deliver.ts';
import type { LocalControl, LocalMessage } from './local-slack.ts';
import { PAGER } from './seed.ts';
import type { State } from './state.ts';
import {
  addMessage,
  announce,
  findChannel,
  findMessage,
  removeMessage,
  type Block,
  type Channel,
  type StoredMessage,
} from './workspace.ts';

/** The strings behind the stage: what an admin, another app or a bad network does. */
export function control(state: State, shown: (message: StoredMessage) => LocalMessage): LocalControl {
  const { workspace } = state;
  const channelNamed = (name: string): Channel => {
    const channel = findChannel(workspace, name);
    if (!channel) throw new Error(`There is no channel ${name} in this workspace.`);
    return channel;
  };
  return {
    journal: state.journal,
    faults: state.faults,
    limitRate: (on) => {
      state.rate.on = on;
    },
    setBotMember: (name, member) => {
      const channel = channelNamed(name);
      if (member) channel.members.add(workspace.bot.id);
      else channel.members.delete(workspace.bot.id);
      announce(workspace, { kind: 'channel', channel });
    },
    archive: (name) => {
      const channel = channelNamed(name);
      channel.archived = true;
      announce(workspace, { kind: 'channel', channel });
    },
    deleteMessage: (name, ts) => {
      const message = findMessage(workspace, channelNamed(name).id, ts);
      if (message) removeMessage(workspace, message);
    },
    post: (name, { text, blocks, attachments, threadTs, user }) =>
      shown(
        addMessage(workspace, {
          channel: channelNamed(name).id,
          user: user ?? PAGER,
          botId: user === workspace.bot.id ? workspace.app.botId : null,
          text,
          blocks: objectsOf(blocks),
          attachments: objectsOf(attachments),
          threadTs: threadTs ?? null,
        }),
      ),
    deliver: async (payload) => (await deliver(state, payload)).status,
    refreshSockets: () => state.sockets.refresh(),
    socketCount: () => state.sockets.count(),
  };
}

function objectsOf(given: unknown[] = []): Block[] {
  return given.filter((one) => typeof one === 'object' && one !== null).map((one) => ({ ...one }));
}
