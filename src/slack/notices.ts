import { FORMS } from '../request-grammar.ts';
import type { Question } from '../question.ts';
import { idsIn } from '../request-targets.ts';
import type { Progress } from './ask.ts';
import { preformatted, section, type Message } from './blocks.ts';
import { buttonRow, checkButton } from './buttons.ts';
import { cleanCut, mrkdwn } from './escape.ts';
import { TEXT_CHARS } from './limits.ts';
import { fitted } from './message-size.ts';

/** Buttons in one choice: it is made on a phone. */
const CHOICES = 10;

export function readingNotice(question: Question): Message {
  return notice(`Reading ${subjectOf(question)} from the history server…`);
}

/** To the asker alone, while Slack has not confirmed the placeholder. */
export function slackIsSlowNotice(question: Question): Message {
  return notice(
    `Slack has not confirmed my first line in the channel yet. The answer about ${subjectOf(question)} comes there all the same, or here if Slack does not take it.`,
  );
}

/** The placeholder while it takes long. */
export function progressNotice(question: Question, progress: Progress | null, elapsedMs: number): Message {
  const server = progress?.server ? `the history server ${cleanCut(progress.server, 60)}` : 'the history server';
  const soFar = `${Math.round(elapsedMs / 1_000)} s so far`;
  const subject = subjectOf(question);
  switch (progress?.step) {
    case 'loading':
      return notice(`Reading ${subject}: ${server} is still loading this application, ${soFar}.`);
    case 'diagnosing':
      return notice(`Reading ${subject}: everything is read, I am going through the five checks, ${soFar}.`);
    case 'looking-up':
      return notice(`Looking for ${subject}, ${soFar}. I am still waiting for the history servers.`);
    default:
      return notice(`Reading ${subject}: ${server} has not sent everything yet, ${soFar}.`);
  }
}

export function helpNotice(serverNames: string[]): Message {
  const sentence = 'I read a Spark application from its history server, run five checks and name one cause.';
  const servers = serverNames.map((name) => cleanCut(name, 60)).join(', ');
  return {
    text: mrkdwn(`${sentence} Type /sparkcheck and an application id.`, TEXT_CHARS),
    blocks: fitted([
      section({ type: 'text', text: sentence }),
      preformatted(FORMS.map((form) => `/sparkcheck ${form}`).join('\n')),
      section({
        type: 'text',
        text: 'For example /sparkcheck app-20261128020011-0042 stage 4. Inside a thread, mention me with the same words (in one that I answered in, stage 4 alone will do), or use "Check this Spark app" on a message that names an application.',
      }),
      ...(servers === '' ? [] : [section({ type: 'text', text: `Servers I read: ${servers}.` })]),
    ]),
  };
}

/** Several applications in one message: which one is meant? */
export function whichNotice(targets: string[], threadTs: string): Message {
  const shown = targets.slice(0, CHOICES);
  const sentence = `That message names ${targets.length} applications. Which one shall I check?`;
  const buttons = shown.map((target, at) =>
    checkButton(idsIn(target)[0] ?? target, { kind: 'question', question: { target } }, at),
  );
  return {
    text: mrkdwn(sentence, TEXT_CHARS),
    blocks: [section({ type: 'text', text: sentence }), ...buttonRow(buttons, threadTs)],
  };
}

/** For a press whose line or name this version does not know. */
export const OLD_BUTTON = 'That button is of an older version of me. Ask again: /sparkcheck and the application id.';

/** A plain sentence or two of our own. */
export function notice(sentence: string): Message {
  return { text: mrkdwn(sentence, TEXT_CHARS), blocks: [section({ type: 'text', text: cleanCut(sentence, 2_000) })] };
}

/** The application as somebody asked for it, short enough for a sentence. */
export function subjectOf({ target }: Question): string {
  return cleanCut(idsIn(target)[0] ?? target, 120) || 'the application';
}
