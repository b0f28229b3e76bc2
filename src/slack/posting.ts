import type { webApi } from '@slack/bolt';
import type { Block, Message, Modal } from './blocks.ts';
import { hasCharts, withoutBlocks, withoutCharts } from './plainer.ts';
import { preflight, preflightModal } from './preflight.ts';
import { callSlack, SlackRefusal, type CallContext } from './slack-call.ts';

/** Messages and modals to Slack, checked before they go and made plainer when Slack refuses their blocks. All throw `SlackRefusal`. */
export interface Posting {
  /** Gives the message's `ts`. Never repeated when it may have arrived. */
  post(to: { channel: string; threadTs: string | null }, message: Message): Promise<string>;
  update(channel: string, ts: string, message: Message): Promise<void>;
  /** An edit that the next one overtakes: tried once, and worth no wait. Throws whatever the client does. */
  showProgress(channel: string, ts: string, message: Message): Promise<void>;
  /** Takes a message of our own away. */
  remove(channel: string, ts: string): Promise<void>;
  ephemeral(to: { channel: string; user: string; threadTs: string | null }, message: Message): Promise<void>;
  /** Gives the view's id. Has to happen within three seconds of the press. */
  openModal(triggerId: string, modal: Modal): Promise<string>;
  updateModal(viewId: string, modal: Modal): Promise<void>;
}

/** Slack's ways to say that it does not take these blocks; a plainer form of the same message may still pass. */
const BLOCKS_REFUSED = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'msg_too_long',
  'only_one_table_allowed',
  'too_many_blocks',
]);

/** No address in our text becomes a preview, and no word of it a link or a mention. */
const NOTHING_PARSED = { unfurl_links: false, unfurl_media: false, parse: 'none', link_names: false } as const;

/** Modals and progress have a client of their own: neither can wait behind a row of messages. */
export interface Clients {
  messages: webApi.WebClient;
  modals: webApi.WebClient;
}

export function createPosting({ messages: client, modals }: Clients, context: CallContext): Posting {
  const posted = (
    channel: string,
    call: () => Promise<webApi.WebAPICallResult & { ts?: string }>,
    repeatable = false,
  ) => callSlack(context, call, { lane: channel, repeatable });
  return {
    async post({ channel, threadTs }, message) {
      const result = await inSomeForm(context, message, ({ text, blocks }) =>
        posted(channel, () =>
          client.chat.postMessage({
            channel,
            text,
            ...NOTHING_PARSED,
            ...(blocks.length > 0 && { blocks }),
            ...(threadTs !== null && { thread_ts: threadTs }),
          }),
        ),
      );
      if (result.ts === undefined) throw new SlackRefusal('unconfirmed', ['the answer has no ts'], {});
      return result.ts;
    },
    async update(channel, ts, message) {
      await inSomeForm(context, message, ({ text, blocks }) =>
        // An empty list takes the old blocks away; leaving it out would keep them.
        posted(
          channel,
          () => client.chat.update({ channel, ts, text, blocks, parse: 'none', link_names: false }),
          true,
        ),
      );
    },
    async showProgress(channel, ts, { text, blocks }) {
      await modals.chat.update({ channel, ts, text, blocks, parse: 'none', link_names: false });
    },
    async remove(channel, ts) {
      await posted(channel, () => client.chat.delete({ channel, ts }), true);
    },
    async ephemeral({ channel, user, threadTs }, message) {
      await inSomeForm(context, message, ({ text, blocks }) =>
        posted(channel, () =>
          client.chat.postEphemeral({
            channel,
            user,
            text,
            parse: 'none',
            link_names: false,
            ...(blocks.length > 0 && { blocks }),
            ...(threadTs !== null && { thread_ts: threadTs }),
          }),
        ),
      );
    },
    async openModal(triggerId, modal) {
      reportProblems(context, preflightModal(modal));
      const call = () => modals.views.open({ trigger_id: triggerId, view: viewOf(modal) });
      const { view } = await callSlack(context, call, { lane: 'views', repeatable: false });
      if (view?.id === undefined) throw new SlackRefusal('unconfirmed', ['the answer has no view id'], {});
      return view.id;
    },
    async updateModal(viewId, modal) {
      reportProblems(context, preflightModal(modal));
      const call = () => modals.views.update({ view_id: viewId, view: viewOf(modal) });
      await callSlack(context, call, { lane: 'views', repeatable: true });
    },
  };
}

/** The message, then without its charts, then as bare text: the first form that passes our own check and Slack's. */
export async function inSomeForm<T>(
  { log }: Pick<CallContext, 'log'>,
  message: Message,
  send: (form: { text: string; blocks: Block[] }) => Promise<T>,
): Promise<T> {
  const richer = [message, ...(hasCharts(message) ? [withoutCharts(message)] : [])];
  for (const form of richer) {
    const problems = preflight(form);
    if (problems.length > 0) {
      log.error({ problems }, 'a message of ours is not within the limits of Slack; it is sent in a plainer form');
      continue;
    }
    try {
      return await send(form);
    } catch (error) {
      if (!(error instanceof SlackRefusal && BLOCKS_REFUSED.has(error.code))) throw error;
      log.warn(
        { code: error.code, notes: error.notes },
        'Slack refused the blocks; the message goes in a plainer form',
      );
    }
  }
  return send(withoutBlocks(message));
}

function reportProblems({ log }: CallContext, problems: string[]): void {
  if (problems.length > 0) log.error({ problems }, 'a modal of ours is not within the limits of Slack');
}

function viewOf({ type, title, close, blocks }: Modal): webApi.ViewsOpenArguments['view'] {
  return { type, title, close, blocks };
}
