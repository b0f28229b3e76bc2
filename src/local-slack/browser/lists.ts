import type { FieldElement } from './fields.ts';
import { el } from './dom.ts';
import { channelTitle, type Page } from './page.ts';

export interface Named {
  id: string;
  name: string;
}

/** What a menu may offer of the workspace. */
export interface Lists {
  /** The local person's id. */
  you: string;
  people: Named[];
  conversations: (Named & { kind: 'public' | 'private' | 'im' })[];
}

export function listsOf(page: Page): Lists {
  const { you, members, channels } = page.state;
  return {
    you,
    people: members.map((member) => ({ id: member.id, name: member.realName })),
    conversations: channels.map((channel) => ({
      id: channel.id,
      name: channelTitle(page, channel),
      kind: channel.kind,
    })),
  };
}

type Menu = Extract<
  FieldElement,
  {
    type:
      | 'static_select'
      | 'users_select'
      | 'channels_select'
      | 'conversations_select'
      | 'multi_static_select'
      | 'multi_users_select'
      | 'multi_channels_select'
      | 'multi_conversations_select';
  }
>;

/** What a menu offers, in groups where it has them. */
export function optionsOf(element: Menu, lists: Lists): { label: string | null; options: Named[] }[] {
  switch (element.type) {
    case 'static_select':
    case 'multi_static_select': {
      const groups = element.option_groups ?? [{ label: null, options: element.options ?? [] }];
      return groups.map(({ label, options }) => ({
        label: label?.text ?? null,
        options: options.map((option) => ({ id: option.value, name: option.text.text })),
      }));
    }
    case 'users_select':
    case 'multi_users_select':
      return [{ label: null, options: lists.people }];
    case 'channels_select':
    case 'multi_channels_select':
      return [{ label: null, options: lists.conversations.filter((one) => one.kind === 'public') }];
    case 'conversations_select':
    case 'multi_conversations_select': {
      const kinds = element.filter?.include;
      return [{ label: null, options: lists.conversations.filter((one) => kinds?.includes(one.kind) ?? true) }];
    }
  }
}

/** A control that does nothing here, and says so. */
export function inert(label: string, why: string): HTMLElement {
  return el(
    'span',
    { class: 'noted' },
    el('button', { type: 'button', class: 'button', disabled: true }, label),
    el('small', {}, why),
  );
}
