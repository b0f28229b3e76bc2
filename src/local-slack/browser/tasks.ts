import type { MessageBlock } from '../blocks/block.ts';
import { isFollowable } from '../text/pieces.ts';
import { richTextPieces } from '../text/rich-text.ts';
import { el } from './dom.ts';
import { link, pieceElements, type NameOf } from './pieces.ts';

type Plan = Extract<MessageBlock, { type: 'plan' }>;
type Task = NonNullable<Plan['tasks']>[number];

/** How a status looks, and what it is called for who can not see that. */
const STATUS = {
  pending: ['○', 'Pending'],
  in_progress: ['◐', 'In progress'],
  complete: ['✓', 'Complete'],
  error: ['✕', 'Failed'],
} as const;

export function renderTask(task: Task, nameOf: NameOf): HTMLElement {
  const [mark, words] = task.status ? STATUS[task.status] : ['·', ''];
  const texts = [task.details, task.output].filter((text) => text !== undefined);
  return el(
    'div',
    { class: `block task task-${task.status ?? 'none'}` },
    el(
      'div',
      { class: 'task-head' },
      el('span', { class: 'task-mark', 'aria-hidden': 'true' }, mark),
      words === '' ? null : el('span', { class: 'hidden' }, `${words}: `),
      el('span', {}, task.title),
    ),
    ...texts.map((text) => el('div', { class: 'task-text' }, ...pieceElements(richTextPieces(text), nameOf))),
    task.sources
      ? el(
          'ul',
          { class: 'task-sources' },
          ...task.sources.map(({ url, text }) => el('li', {}, isFollowable(url) ? link(url, text) : text)),
        )
      : null,
  );
}

/** A plan's tasks, which can be folded away as in Slack. */
export function renderPlan(block: Plan, nameOf: NameOf): HTMLElement {
  return el(
    'details',
    { class: 'block container container-standard', open: true },
    el('summary', { class: 'container-head' }, el('div', { class: 'container-title' }, block.title)),
    el('div', { class: 'container-body' }, ...(block.tasks ?? []).map((task) => renderTask(task, nameOf))),
  );
}
