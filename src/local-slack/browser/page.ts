import type { PageChannel, PageEvent, PageMember, PageMessage, PageState } from '../page/protocol.ts';
import type { Composer } from './composer.ts';
import { toast } from './notices.ts';

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
  /** As whom one speaks where that member is; the local person's id at first. */
  speaker: string;
  /** The box of each place that was visited, with what is typed in it. */
  composers: Map<string, Composer>;
  messages: Map<string, PageMessage>;
  /** Moves to a channel and thread; the address follows, so reloading and going back work. */
  go(place: Place): void;
  /** Asks the workspace to do something; a refusal is shown as a toast. */
  act(name: string, body: Record<string, unknown>): Promise<boolean>;
}

export function messageKey(message: { channel: string; ts: string }): string {
  return `${message.channel} ${message.ts}`;
}

/** A place as a key of `composers`. */
export function placeKey(place: Place): string {
  return `${place.channel} ${place.threadTs ?? ''}`;
}

export function nameOf(page: Page, id: string): string {
  const member = page.state.members.find((one) => one.id === id);
  return member?.name ?? page.state.channels.find((one) => one.id === id)?.name ?? id;
}

/** Those as whom one may speak in a channel, the local person first. */
export function speakersIn(page: Page, channelId: string): PageMember[] {
  const { speakers, members, you } = page.state;
  const present = channelOf(page, channelId)?.members ?? [];
  const allowed = members.filter(({ id }) => id === you || (speakers.includes(id) && present.includes(id)));
  return allowed.sort((one, other) => Number(other.id === you) - Number(one.id === you));
}

/** As whom one speaks in a channel. */
export function speakerIn(page: Page, channelId: string): string {
  return speakersIn(page, channelId).some(({ id }) => id === page.speaker) ? page.speaker : page.state.you;
}

/** `Kim (Acme)` for somebody of another organisation. */
export function fullName(page: Page, id: string): string {
  const member = page.state.members.find((one) => one.id === id);
  return member?.team ? `${member.realName} (${member.team.name})` : (member?.realName ?? id);
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

/** Asks the workspace to do something and shows a refusal as a toast. @returns whether it worked */
export async function send(name: string, body: Record<string, unknown>): Promise<boolean> {
  const wrong = await attempt(name, body);
  if (wrong !== null) toast(wrong);
  return wrong === null;
}

/** Asks the workspace to do something. @returns what went wrong, as a sentence, or null */
export async function attempt(name: string, body: Record<string, unknown>): Promise<string | null> {
  try {
    const response = await fetch(`/page/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.ok) return null;
    const answer: { error?: string } = await response.json();
    return answer.error ?? 'That did not work.';
  } catch {
    return 'The local Slack does not answer. Is it still running?';
  }
}

/** On a phone the keyboard would cover half of what there is to read, so nothing opens it unasked. */
export function isWide(): boolean {
  return window.matchMedia('(min-width: 800px)').matches;
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
