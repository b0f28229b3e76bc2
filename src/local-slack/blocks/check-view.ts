import { z } from 'zod';
import { MESSAGE_LIMITS, VIEW_LIMITS } from '../limits.ts';
import { ApiError } from '../api-error.ts';
import { modalBlock } from './block.ts';
import { placedBlocks } from './nested.ts';
import { inSlackWords, problemsOf, type Problem } from './problems.ts';
import { chars, plainText } from './text.ts';
import { duplicateIds } from './unique-ids.ts';

const modal = z
  .strictObject({
    type: z.literal('modal'),
    title: plainText(VIEW_LIMITS.titleChars),
    blocks: z.array(modalBlock).max(MESSAGE_LIMITS.modalBlocks),
    submit: plainText(VIEW_LIMITS.buttonChars).optional(),
    close: plainText(VIEW_LIMITS.buttonChars).optional(),
    private_metadata: z.string().max(VIEW_LIMITS.privateMetadataChars).optional(),
    callback_id: chars(VIEW_LIMITS.callbackIdChars).optional(),
    external_id: z.string().max(VIEW_LIMITS.externalIdChars).optional(),
    clear_on_close: z.boolean().optional(),
    notify_on_close: z.boolean().optional(),
    submit_disabled: z.boolean().optional(),
  })
  .refine((view) => view.submit !== undefined || view.blocks.every((block) => block.type !== 'input'), {
    message: 'missing required field: submit',
    path: [],
  });

export type Modal = z.infer<typeof modal>;

/**
 * A modal, when Slack would open it.
 * @throws ApiError `invalid_arguments` (with what and where in `response_metadata.messages`), `view_too_large`
 */
export function checkView(view: unknown): Modal {
  const { modal: right, problems } = readView(view);
  if (right !== null) return right;
  throw new ApiError('invalid_arguments', {
    response_metadata: { messages: problems.map((problem) => `[ERROR] ${inSlackWords(problem)}`) },
  });
}

/** A modal, or what Slack would find wrong with it. @throws ApiError `view_too_large` */
export function readView(view: unknown): { modal: Modal | null; problems: Problem[] } {
  if (JSON.stringify(view ?? null).length > VIEW_LIMITS.bytes) throw new ApiError('view_too_large');
  const payload = { view };
  const parsed = z.object({ view: modal }).safeParse(payload);
  const problems = parsed.success
    ? duplicateIds(placedBlocks(parsed.data.view.blocks, '/view/blocks'))
    : problemsOf(parsed.error, payload);
  return { modal: parsed.success && problems.length === 0 ? parsed.data.view : null, problems };
}
