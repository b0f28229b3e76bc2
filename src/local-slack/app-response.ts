import { ApiError } from './api-error.ts';
import { checkMessage } from './blocks/check-message.ts';
import type { State } from './state.ts';
import { optionalText, flag, type Arguments } from './web-api/arguments.ts';
import { addMessage, editMessage, findMessage, removeMessage } from './workspace.ts';

/**
 * Shows what an app answers to an interaction, through `response_url` or in the acknowledgement itself. Works where the
 * bot is no member, because Slack posts it.
 * @throws ApiError `no_text`, `invalid_blocks`, `msg_blocks_too_long`
 */
export function showResponse(
  state: State,
  to: { channel: string; user: string; messageTs: string | null },
  args: Arguments,
): void {
  const { workspace } = state;
  const original = to.messageTs === null ? null : findMessage(workspace, to.channel, to.messageTs);
  if (flag(args, 'delete_original')) {
    if (original) removeMessage(workspace, original);
    return;
  }
  const text = optionalText(args, 'text');
  const blocks = args['blocks'] === undefined ? null : checkMessage(args['blocks'], state.settings);
  if (text === null && blocks === null) throw new ApiError('no_text');
  // The app can only replace what it said itself, never the message its shortcut was used on.
  if (flag(args, 'replace_original') && original?.botId === workspace.app.botId) {
    editMessage(workspace, original, { text: text ?? '', blocks: blocks ?? [] });
    return;
  }
  addMessage(workspace, {
    channel: to.channel,
    user: workspace.bot.id,
    botId: workspace.app.botId,
    text: text ?? '',
    blocks: blocks ?? [],
    threadTs: optionalText(args, 'thread_ts'),
    onlyFor: args['response_type'] === 'in_channel' ? null : to.user,
  });
}
