import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean, cleanCut, cleanLines, cut, CUT_MARK, mrkdwn, safeUrl } from '../../src/slack/escape.ts';

describe('clean', () => {
  it.each([
    ['<!channel> look', '‹!channel> look'],
    ['<@U123> <#C1|x>', '‹@U123> ‹#C1|x>'],
    ['a\nb\tc\u0000d', 'a b c d'],
    ['\u202Egnp.exe\u202C', 'gnp.exe'],
    ['zero\u200Bwidth\uFEFF', 'zerowidth'],
    ['half \uD83D emoji', 'half emoji'],
    ['<\u200B!channel>', '‹!channel>'],
    ['collect at report.py:12 <console>', 'collect at report.py:12 <console>'],
  ])('%j becomes %j', (text, cleaned) => {
    expect(clean(text)).toBe(cleaned);
  });
});

it('cleanLines keeps the lines and makes each harmless', () => {
  expect(cleanLines('a  b\r\n  <!here>\u202E\n\n')).toBe('a b\n  ‹!here>');
});

describe('cut', () => {
  it('leaves a text that fits alone and marks one that does not', () => {
    expect(cut('12345678', 8)).toBe('12345678');
    expect(cut('1234567890', 9)).toBe(`12${CUT_MARK}`);
  });

  it('never leaves half an emoji', () => {
    expect(cut('😀'.repeat(10), CUT_MARK.length + 3)).toBe(`😀${CUT_MARK}`);
  });

  it('reads only the start of a huge name, and says that the rest is missing', () => {
    expect(cleanCut(`${' '.repeat(100_000)}x`, 50)).toBe(CUT_MARK);
    expect(cleanCut('n'.repeat(100_000), 50)).toHaveLength(50);
  });
});

describe('mrkdwn', () => {
  it('turns what Slack parses into entities', () => {
    expect(mrkdwn('a & b <http://evil.example.com|click>', 100)).toBe(
      'a &amp; b &lt;http://evil.example.com|click&gt;',
    );
  });

  it.each([
    ['*bold* `code` ~no~', '∗bold∗ ˋcodeˋ ∼no∼'],
    ['_private_ my_job_v2', 'ˍprivateˍ my_job_v2'],
    ['> quoted', '› quoted'],
    [':fire: at 10:30:05', '∶fire: at 10:30:05'],
    ['5 > 3', '5 &gt; 3'],
  ])('takes the marks out of %j', (text, harmless) => {
    expect(mrkdwn(text, 100)).toBe(harmless);
  });

  it('stays within the limit after escaping and never breaks an entity', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('&', '<', 'x', '😀', ' '), maxLength: 200 }),
        fc.integer({ min: 20, max: 80 }),
        (text, max) => {
          const escaped = mrkdwn(text, max);
          expect(escaped.length).toBeLessThanOrEqual(max);
          expect(escaped.replaceAll(/&(amp|lt|gt);/g, '')).not.toMatch(/[&<>]/);
        },
      ),
    );
  });
});

describe('safeUrl', () => {
  it.each([
    ['javascript:alert(1)', null],
    ['not a url', null],
    ['', null],
    ['https://shs.example.com/history/app-1/jobs/', 'https://shs.example.com/history/app-1/jobs/'],
    ['https://user:secret@shs.example.com/', 'https://shs.example.com/'],
    ['https://shs.example.com/<a>|b c', 'https://shs.example.com/%3Ca%3E%7Cb%20c'],
    [`https://shs.example.com/${'a'.repeat(3_000)}`, null],
  ])('%s', (url, safe) => {
    expect(safeUrl(url)).toBe(safe);
  });
});
