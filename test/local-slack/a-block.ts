/** Blocks by what a test is about: their number, or the length of their text. */
export const x = (count: number): string => 'x'.repeat(count);
export const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
export const plain = (text: string) => ({ type: 'plain_text', text });
export const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
export const section = (count: number) => ({ type: 'section', text: mrkdwn(x(count)) });
export const button = (over: object) => ({
  type: 'actions',
  elements: [{ type: 'button', action_id: 'a', text: plain('Go'), ...over }],
});
export const richText = (text: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
});
export const cell = (text: string) => ({ type: 'raw_text', text });
export const table = (rows: number, columns: number, text = 'x') => ({
  type: 'table',
  rows: times(rows, () => times(columns, () => cell(text))),
});
export const dataTable = (rows: number) => ({
  type: 'data_table',
  caption: 'Tasks',
  rows: times(rows, () => [cell('x'), cell('y')]),
});
export const point = (label: string) => ({ label, value: 1 });
export const bars = (over: { title?: string; categories?: string[]; series?: number; axis?: object }) => {
  const categories = over.categories ?? ['one', 'two'];
  return {
    type: 'data_visualization',
    title: over.title ?? 'Stages',
    chart: {
      type: 'bar',
      series: times(over.series ?? 1, (index) => ({ name: `series ${index}`, data: categories.map(point) })),
      axis_config: { categories, ...over.axis },
    },
  };
};
export const pie = (segments: number) => ({
  type: 'data_visualization',
  title: 'Where the time went',
  chart: { type: 'pie', segments: times(segments, (index) => ({ label: `part ${index}`, value: 1 })) },
});
export const labels = (count: number): string[] => times(count, (index) => `stage ${index}`);
export const pressable = (over: object = {}) => ({ type: 'button', action_id: 'go', text: plain('Go'), ...over });
export const image = { type: 'image', image_url: 'https://images.example/x.png', alt_text: 'a picture' };
export const card = (over: object = {}) => ({ type: 'card', title: mrkdwn('Stage 4'), ...over });
export const carousel = (cards: number) => ({ type: 'carousel', elements: times(cards, () => card()) });
export const container = (over: object = {}) => ({
  type: 'container',
  title: plain('Evidence'),
  child_blocks: [{ type: 'divider' }],
  ...over,
});
export const task = (over: object = {}) => ({
  type: 'task_card',
  task_id: 'read',
  title: 'Reading the event log',
  status: 'in_progress',
  ...over,
});
export const video = (over: object = {}) => ({
  type: 'video',
  video_url: 'https://videos.example/embed/1',
  thumbnail_url: 'https://videos.example/1.png',
  alt_text: 'A recording of the run',
  title: plain('The run'),
  ...over,
});
