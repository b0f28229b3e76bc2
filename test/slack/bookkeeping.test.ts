import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRecent, createSeen } from '../../src/slack/bounded.ts';
import { createPacing } from '../../src/slack/pacing.ts';
import { createRunning } from '../../src/slack/running.ts';
import { createTurns } from '../../src/slack/turns.ts';

describe('turns', () => {
  it('works in order within a key and side by side between keys, whatever fails', async () => {
    const turns = createTurns();
    const done: string[] = [];
    const slow = turns.take('a', async () => {
      await pause(30);
      done.push('a1');
      throw new Error('a1 fails');
    });
    const next = turns.take('a', async () => void done.push('a2'));
    const other = turns.take('b', async () => void done.push('b1'));
    await expect(slow).rejects.toThrow('a1 fails');
    await Promise.all([next, other]);
    expect(done).toEqual(['b1', 'a1', 'a2']);
  });
});

describe('what was seen', () => {
  it('is known for as long as Slack repeats, and then forgotten', () => {
    let now = 0;
    const seen = createSeen(1_000, 10, () => now);
    expect([seen('a'), seen('a'), seen('b')]).toEqual([false, true, false]);
    now = 1_000;
    expect(seen('a')).toBe(true);
    now = 1_001;
    expect(seen('a')).toBe(false);
  });

  it('is bounded in number: the oldest goes first', () => {
    const seen = createSeen(1_000, 2, () => 0);
    for (const key of ['a', 'b', 'c', 'd']) expect(seen(key)).toBe(false);
    expect(seen('d')).toBe(true);
    expect(seen('a')).toBe(false);
  });

  it('recent answers are bounded, and an answer told again is young again', () => {
    const recent = createRecent<number>(2);
    recent.set('a', 1);
    recent.set('b', 2);
    recent.set('a', 3);
    recent.set('c', 4);
    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([3, undefined, 4]);
  });
});

describe('running work', () => {
  it('is waited for, work that starts meanwhile included, and nothing is abandoned in time', async () => {
    const running = createRunning();
    const told: string[] = [];
    const abandon = async () => void told.push('abandoned');
    const first = pause(20).then(() => {
      told.push('first');
      running.track(
        pause(20).then(() => void told.push('second')),
        abandon,
      );
    });
    running.track(first, abandon);
    await running.settle(10_000);
    expect(told).toEqual(['first', 'second']);
    expect(running.size()).toBe(0);
  });

  it('is abandoned at the deadline, each once, and a failed abandoning does not hold the others', async () => {
    const running = createRunning();
    const abandoned: number[] = [];
    const never = () => new Promise<void>(() => undefined);
    running.track(never(), () => Promise.reject(new Error('no way to say it')));
    running.track(never(), async () => void abandoned.push(2));
    await running.settle(10);
    expect(abandoned).toEqual([2]);
  });
});

describe('pacing', () => {
  it('starts everything in its order, and nothing before a crowd that is arriving is in', async () => {
    const { turnToStart } = createPacing();
    const events: string[] = [];
    const crowd = Array.from({ length: 30 }, async (_, at) => {
      events.push(`arrived ${at}`);
      await turnToStart();
      events.push(`started ${at}`);
    });
    await Promise.all(crowd);
    expect(events.slice(0, 30).every((event) => event.startsWith('arrived'))).toBe(true);
    expect(events.slice(30)).toEqual(Array.from({ length: 30 }, (_, at) => `started ${at}`));
  });

  it('does not wait for ever for a stream without an end', async () => {
    const { turnToStart } = createPacing();
    let arrivals = 0;
    const stream = setInterval(() => {
      arrivals += 1;
      void turnToStart();
    }, 1);
    await turnToStart();
    clearInterval(stream);
    expect(arrivals).toBeGreaterThan(0);
  });

  it('lets the first words of a crowd out before the first reading begins', async () => {
    const { turnToStart, firstWord, turnToRead } = createPacing();
    const events: string[] = [];
    const crowd = Array.from({ length: 20 }, async () => {
      await turnToStart();
      await firstWord(pause(30));
      events.push('said');
      await turnToRead();
      events.push('reads');
    });
    await Promise.all(crowd);
    expect(events).toEqual([...Array<string>(20).fill('said'), ...Array<string>(20).fill('reads')]);
  });

  it('does not wait for a first word that Slack holds back', async () => {
    const { firstWord, turnToRead } = createPacing();
    void firstWord(new Promise(() => undefined));
    await turnToRead();
  }, 10_000);
});
