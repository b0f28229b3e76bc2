import type { LocalMessage } from '../local-slack.ts';

/** Where a button stands: in a message, or in the modal of that id. */
export type ButtonPlace = { channel: string; ts: string } | { modal: string };

/** What a number on the screen stands for. */
export type Numbered =
  | { kind: 'message'; channel: string; ts: string; rootTs: string; ephemeral: boolean }
  | { kind: 'button'; at: ButtonPlace; actionId: string; label: string; choice: Record<string, unknown> | undefined };

export interface Numbers {
  /** `3`, or `3.2` for the second reply under it. */
  ofMessage(message: LocalMessage): string;
  ofButton(at: ButtonPlace, actionId: string, label: string, choice?: Record<string, unknown>): number;
  find(number: string): Numbered | null;
}

/**
 * Numbers for what a person at a terminal can point at. Messages and buttons count on together, so that a number alone
 * says which of both is meant; the same thing keeps its number, however often it is edited and printed again.
 */
export function createNumbers(): Numbers {
  const byKey = new Map<string, string>();
  const byNumber = new Map<string, Numbered>();
  const replies = new Map<string, number>();
  let last = 0;

  const next = (): string => String((last += 1));
  const keep = (key: string, make: () => string, numbered: Numbered): string => {
    const number = byKey.get(key) ?? make();
    byKey.set(key, number);
    byNumber.set(number, numbered);
    return number;
  };
  const ofRoot = (channel: string, ts: string, ephemeral: boolean): string =>
    keep(`message ${channel} ${ts}`, next, { kind: 'message', channel, ts, rootTs: ts, ephemeral });

  return {
    ofMessage({ channel, ts, threadTs, ephemeral }) {
      if (threadTs === null) return ofRoot(channel, ts, ephemeral);
      const root = ofRoot(channel, threadTs, false);
      const make = (): string => {
        const count = (replies.get(root) ?? 0) + 1;
        replies.set(root, count);
        return `${root}.${count}`;
      };
      const numbered: Numbered = { kind: 'message', channel, ts, rootTs: threadTs, ephemeral };
      return keep(`message ${channel} ${ts}`, make, numbered);
    },
    ofButton(at, actionId, label, choice) {
      const place = 'modal' in at ? at.modal : `${at.channel} ${at.ts}`;
      const key = `button ${place} ${actionId} ${JSON.stringify(choice ?? null)}`;
      return Number(keep(key, next, { kind: 'button', at, actionId, label, choice }));
    },
    find: (number) => byNumber.get(number) ?? null,
  };
}
