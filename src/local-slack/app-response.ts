import { ApiError } from './api-error.ts';
import type { State } from './state.ts';
import { optionalText, flag, type Arguments } from './web-api/arguments.ts';
import { isEmpty, readContent } from './web-api/content.ts';
import { addMessage, editMessage, findMessage, removeMessage } from './workspace.ts';

/**
 * Shows what an app answers to an interaction, through `response_url` or in the acknowledgement itself. Works where the
 * bot is no member, because Slack posts it.
 * @throws ApiError `no_text`, `invalid_blocks`, `invalid_attachments`, `msg_blocks_too_long`
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
  const content = readContent(state, state.settings.scopes, args);
  if (isEmpty(content)) throw new ApiError('no_text');
  const said = { text: content.text ?? '', blocks: content.blocks ?? [], attachments: content.attachments ?? [] };
  // The app can only replace what it said itself, never the message its shortcut was used on.
  if (flag(args, 'replace_original') && original?.botId === workspace.app.botId) {
    editMessage(workspace, original, said);
    return;
  }
  addMessage(workspace, {
    channel: to.channel,
    user: workspace.bot.id,
    botId: workspace.app.botId,
    ...said,
    threadTs: optionalText(args, 'thread_ts'),
    onlyFor: args['response_type'] === 'in_channel' ? null : to.user,
  });
}
