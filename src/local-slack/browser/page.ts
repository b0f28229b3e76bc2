import type { PageChannel, PageEvent, PageMessage, PageState } from '../page/protocol.ts';
import { el, frame } from './dom.ts';

/** What the person looks at. */
export interface Place {
  channel: string;
  /** Root of the thread that is open beside the channel. */
  threadTs: string | null;
}

/** What every part of the page works on. */
export interface Page {
  state: PageState;
  place: Place;
  unread: Set<string>;
  messages: Map<string, PageMessage>;
  /** Moves to a channel and thread; the address follows, so reloading and going back work. */
  go(place: Place): void;
  /** Asks the workspace to do something; a refusal is shown as a toast. */
  act(name: string, body: Record<string, unknown>): Promise<boolean>;
}

export function messageKey(message: { channel: string; ts: string }): string {
  return `${message.channel} ${message.ts}`;
}

export function nameOf(page: Page, id: string): string {
  const member = page.state.members.find((one) => one.id === id);
  return member?.name ?? page.state.channels.find((one) => one.id === id)?.name ?? id;
}

/** A channel's name as it is shown: for a direct conversation that of the other person. */
export function channelTitle(page: Page, channel: PageChannel): string {
  if (channel.kind !== 'im') return channel.name;
  const other = channel.members.find((member) => member !== page.state.you);
  return page.state.members.find((one) => one.id === other)?.realName ?? 'you';
}

export function channelOf(page: Page, id: string): PageChannel | null {
  return page.state.channels.find((channel) => channel.id === id) ?? null;
}

/** The thread's replies, oldest first, the ephemeral ones among them. */
export function repliesTo(page: Page, channel: string, rootTs: string): PageMessage[] {
  return [...page.messages.values()].filter((message) => message.channel === channel && message.threadTs === rootTs);
}

/** @returns whether it worked */
export async function send(name: string, body: Record<string, unknown>): Promise<boolean> {
  try {
    const response = await fetch(`/page/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.ok) return true;
    const answer: { error?: string } = await response.json();
    toast(answer.error ?? 'That did not work.');
  } catch {
    toast('The local Slack does not answer. Is it still running?');
  }
  return false;
}

/** On a phone the keyboard would cover half of what there is to read, so nothing opens it unasked. */
export function isWide(): boolean {
  return window.matchMedia('(min-width: 800px)').matches;
}

const TOAST_MS = 6_000;

export function toast(text: string): void {
  const shown = el('div', { class: 'toast' }, text);
  frame('toasts').append(shown);
  setTimeout(() => shown.remove(), TOAST_MS);
}

/** The stream of changes; the browser reconnects by itself and is then told everything anew. */
export function listen(onEvent: (event: PageEvent) => void, onLink: (up: boolean) => void): void {
  const source = new EventSource('/page/events');
  source.addEventListener('message', (message: MessageEvent<string>) => {
    const event: PageEvent = JSON.parse(message.data);
    onEvent(event);
  });
  source.addEventListener('open', () => onLink(true));
  source.addEventListener('error', () => onLink(false));
}
