import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLine, errorLine, NAME_CHARS } from '../../src/narration/clean.ts';

const ESCAPE = '\u001b';

test.each([
  ['terminal colours', `${ESCAPE}[31mred${ESCAPE}[0m`, 'red'],
  ['a window title', `${ESCAPE}]0;owned\u0007name`, 'name'],
  ['line breaks and tabs', 'a\r\nb\tc', 'a b c'],
  ['a bell', 'a\u0007b', 'a b'],
  ['a right-to-left override', 'abc\u202Etxt.exe', 'abctxt.exe'],
  ['zero-width characters', 'a\u200Bb\u2060c\uFEFF', 'abc'],
  ['half an emoji', 'a\uD83D', 'a'],
  ['nothing', '', ''],
])('%s do not reach a reader', (_, hostile, clean) => {
  expect(cleanLine(hostile)).toBe(clean);
});

test('a long name is cut, and says so', () => {
  const cut = cleanLine('x'.repeat(100_000));
  expect(cut.length).toBeLessThanOrEqual(NAME_CHARS);
  expect(cut.endsWith('… (cut)')).toBe(true);
});

test('whatever a name holds, it stays one printable line of bounded length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), fc.integer({ min: 10, max: 200 }), (name, chars) => {
      const line = cleanLine(name, chars);
      expect(line.length).toBeLessThanOrEqual(chars);
      expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u2028\u2029]/u);
    }),
  );
});

test.each([
  [
    'the class loses its package and the stack is left out',
    'org.apache.spark.SparkRuntimeException: [X] no number: "12,50"\n\tat a.b.C.d(C.java:1)',
    'SparkRuntimeException: [X] no number: "12,50"',
  ],
  [
    'a class without a message is told with its cause',
    'org.apache.spark.shuffle.FetchFailedException\n\tat a.B.c(B.java:1)\nCaused by: org.apache.spark.ExecutorDeadException: executor 1 is dead\n\t... 14 more',
    'FetchFailedException, caused by ExecutorDeadException: executor 1 is dead',
  ],
  [
    'the last cause of all is what is told, not what it was reported as',
    `org.apache.spark.SparkException: Can not read a file\n\tat a.B.c(B.java:1)\nCaused by: java.io.IOException: no\n\tat d.E\nCaused by: java.lang.OutOfMemoryError: Java heap space\n\t... 3 more`,
    'SparkException: Can not read a file, caused by OutOfMemoryError: Java heap space',
  ],
  ['a plain message stays', 'Command exited with code 137', 'Command exited with code 137'],
])('of an error, %s', (_, error, told) => {
  expect(errorLine(error)).toBe(told);
});
