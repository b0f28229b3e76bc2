import type { FieldElement } from './fields.ts';

/** What a field holds, as Slack has it in `view.state.values` and in the action of a message. */
export function readField(element: FieldElement, field: Element | null): Record<string, unknown> {
  const { type } = element;
  const picked = valuesOf(field);
  const [first = null] = picked;
  switch (element.type) {
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
      return { type, value: first };
    case 'rich_text_input':
      return { type, rich_text_value: first === null ? null : richText(first) };
    case 'datepicker':
      return { type, selected_date: first };
    case 'timepicker':
      return { type, selected_time: first, ...(element.timezone ? { timezone: element.timezone } : {}) };
    case 'datetimepicker':
      return { type, selected_date_time: first === null ? null : Math.floor(new Date(first).getTime() / 1000) };
    case 'radio_buttons':
      return { type, selected_option: element.options.find((option) => option.value === first) ?? null };
    case 'checkboxes':
      return { type, selected_options: element.options.filter((option) => picked.includes(option.value)) };
    case 'static_select':
      return { type, selected_option: menuOptions(element).find((option) => option.value === first) ?? null };
    case 'multi_static_select':
      return { type, selected_options: menuOptions(element).filter((option) => picked.includes(option.value)) };
    case 'external_select':
      return { type, selected_option: element.initial_option ?? null };
    case 'multi_external_select':
      return { type, selected_options: element.initial_options ?? [] };
    case 'users_select':
      return { type, selected_user: first };
    case 'channels_select':
      return { type, selected_channel: first };
    case 'conversations_select':
      return { type, selected_conversation: first };
    case 'multi_users_select':
      return { type, selected_users: picked };
    case 'multi_channels_select':
      return { type, selected_channels: picked };
    case 'multi_conversations_select':
      return { type, selected_conversations: picked };
    case 'file_input':
      return { type, files: [] };
  }
}

function valuesOf(field: Element | null): string[] {
  let values: string[] = [];
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) values = [field.value];
  else if (field instanceof HTMLSelectElement) values = [...field.selectedOptions].map((option) => option.value);
  else if (field) values = [...field.querySelectorAll<HTMLInputElement>('input:checked')].map((input) => input.value);
  return values.filter((value) => value !== '');
}

function menuOptions(element: Extract<FieldElement, { type: 'static_select' | 'multi_static_select' }>) {
  return element.options ?? (element.option_groups ?? []).flatMap((group) => group.options);
}

function richText(text: string): Record<string, unknown> {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }] };
}
