import type { z } from 'zod';

/** What is wrong with a payload, in Slack's words, and where. */
export interface Problem {
  message: string;
  /** JSON pointer, e.g. `/blocks/1/text/text`. */
  pointer: string;
}

/** zod's findings in the words and pointers of Slack's `response_metadata.messages`. */
export function problemsOf(error: z.ZodError, payload: unknown): Problem[] {
  return error.issues.map((issue) => problemOf(issue, payload));
}

export function inSlackWords(problem: Problem): string {
  return `${problem.message} [json-pointer:${problem.pointer}]`;
}

function problemOf(issue: z.core.$ZodIssue, payload: unknown): Problem {
  const at = pointer(issue.path);
  const parent = pointer(issue.path.slice(0, -1));
  switch (issue.code) {
    case 'too_big':
      return {
        message:
          issue.origin === 'string'
            ? `must be less than ${Number(issue.maximum) + 1} characters`
            : issue.origin === 'array'
              ? `no more than ${issue.maximum} items allowed`
              : `must be at most ${issue.maximum}`,
        pointer: at,
      };
    case 'too_small':
      return {
        message:
          issue.origin === 'string'
            ? `must be more than ${Number(issue.minimum) - 1} characters`
            : issue.origin === 'array'
              ? `no fewer than ${issue.minimum} items allowed`
              : `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`,
        pointer: at,
      };
    case 'unrecognized_keys':
      return { message: `invalid additional property: ${issue.keys.join(', ')}`, pointer: at };
    case 'invalid_union': {
      const value = valueAt(payload, issue.path);
      const name = String(issue.path.at(-1));
      if (value === undefined) return { message: `missing required field: ${name}`, pointer: parent };
      return { message: `unsupported type: ${String(value)}`, pointer: at };
    }
    case 'invalid_type': {
      if (valueAt(payload, issue.path) === undefined) {
        return { message: `missing required field: ${String(issue.path.at(-1))}`, pointer: parent };
      }
      const article = /^[aeio]/.test(issue.expected) ? 'an' : 'a';
      return { message: `must provide ${article} ${issue.expected}`, pointer: at };
    }
    case 'invalid_value': {
      if (valueAt(payload, issue.path) === undefined) {
        return { message: `missing required field: ${String(issue.path.at(-1))}`, pointer: parent };
      }
      return { message: 'must be a valid enum value', pointer: at };
    }
    default:
      return { message: issue.message, pointer: at };
  }
}

function pointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function valueAt(payload: unknown, path: readonly PropertyKey[]): unknown {
  let value = payload;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
