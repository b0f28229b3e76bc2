import { FORMS } from '../request-grammar.ts';
import type { Question } from '../question.ts';
import { idsIn } from '../request-targets.ts';
import type { ListedApplication, Progress } from './ask.ts';
import { plainText, preformatted, section, type Block, type Message } from './blocks.ts';
import { buttonRow, checkButton, threadBlockId } from './buttons.ts';
import { cleanCut, mrkdwn } from './escape.ts';
import { TEXT_CHARS } from './limits.ts';
import { fitted } from './message-size.ts';

/** Applications in one list: a list is for choosing from on a phone. */
const LISTED = 10;

export function readingNotice(question: Question): Message {
  return notice(`Reading ${subjectOf(question)} from the history server…`);
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
        text: 'For example /sparkcheck app-20261128020011-0042 stage 4. Inside a thread, mention me with the same words, or use "Check this Spark app" on a message that names an application.',
      }),
      ...(servers === '' ? [] : [section({ type: 'text', text: `Servers I read: ${servers}.` })]),
    ]),
  };
}

/** The latest applications with a button each. */
export function listNotice(applications: ListedApplication[], asked: string, threadTs: string | null): Message {
  if (applications.length === 0) {
    const wanted = asked === '' ? 'to show' : `that matches "${cleanCut(asked, 100)}"`;
    return notice(`There is no application ${wanted}. Try list without further words, or part of another name.`);
  }
  const shown = applications.slice(0, LISTED);
  const lead = listLead(shown.length, applications.length);
  return {
    text: mrkdwn(lead, TEXT_CHARS),
    blocks: fitted([section({ type: 'text', text: lead }), ...shown.map((one, at) => listEntry(one, at, threadTs))]),
  };
}

function listLead(shown: number, all: number): string {
  if (shown < all) return `The latest ${shown} of ${all} applications; add words of the name to narrow the list.`;
  return shown === 1 ? 'One application.' : `${shown} applications, the latest first.`;
}

function listEntry(application: ListedApplication, position: number, threadTs: string | null): Block {
  const { id, attemptId, name, user, server, state, startedAt, durationMs } = application;
  const question: Question = { target: id, server, ...(attemptId !== null && { attemptId }) };
  const button = checkButton('Check', { kind: 'question', question }, position);
  const facts = [
    cleanCut(id, 120),
    state,
    durationMs === null ? null : roughDuration(durationMs),
    startedAt === null ? null : `started ${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    user === null ? null : `by ${cleanCut(user, 60)}`,
    `on ${cleanCut(server, 60)}`,
  ];
  return {
    type: 'section',
    ...(threadTs !== null && { block_id: threadBlockId(threadTs, position) }),
    text: plainText(`${cleanCut(name, 160) || '(no name)'}\n${facts.filter((fact) => fact !== null).join(' · ')}`),
    ...(button !== null && { accessory: button }),
  };
}

/** Several applications in one message: which one is meant? */
export function whichNotice(targets: string[], threadTs: string): Message {
  const shown = targets.slice(0, LISTED);
  const sentence = `That message names ${targets.length} applications. Which one shall I check?`;
  const buttons = shown.map((target, at) =>
    checkButton(idsIn(target)[0] ?? target, { kind: 'question', question: { target } }, at),
  );
  return {
    text: mrkdwn(sentence, TEXT_CHARS),
    blocks: [section({ type: 'text', text: sentence }), ...buttonRow(buttons, threadTs)],
  };
}

/** A plain sentence or two of our own. */
export function notice(sentence: string): Message {
  return { text: mrkdwn(sentence, TEXT_CHARS), blocks: [section({ type: 'text', text: cleanCut(sentence, 2_000) })] };
}

/** The application as somebody asked for it, short enough for a sentence. */
export function subjectOf({ target }: Question): string {
  return cleanCut(idsIn(target)[0] ?? target, 120) || 'the application';
}

/** Only for choosing from a list; answers get their durations from the narration. */
function roughDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.round(ms / 1_000))} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
