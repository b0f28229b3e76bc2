import { FORMS, type Request } from '../request-grammar.ts';
import type { SparkcheckFailure } from '../failure.ts';
import type { Question } from '../question.ts';
import type { ListedApplication, Progress } from './ask.ts';
import { plainText, preformatted, section, type Block, type Message, type TextElement } from './blocks.ts';
import { buttonRow, checkButton, runAgainButton, threadBlockId } from './buttons.ts';
import { cleanCut, mrkdwn } from './escape.ts';
import { TEXT_CHARS } from './limits.ts';
import { fitted } from './message-size.ts';
import { idsIn } from '../request-targets.ts';

/** Everything the bot says that is not an answer: short, one message, always with what to do next. */

/** What a failure is told as: what happened, and the next step. Written by the narration room. */
export type Apology = (failure: SparkcheckFailure) => { sentence: string; next: string };

/** A part of the application that it does not have; the suggestions are numbers of parts that it has. */
const UNKNOWN_PARTS: Record<string, 'query' | 'job' | 'stage'> = {
  'unknown-query': 'query',
  'unknown-job': 'job',
  'unknown-stage': 'stage',
};

/** Applications in one list: a list is for choosing from on a phone. */
const LISTED = 10;
const OFFERED = 5;

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

export function stoppedNotice(question: Question): Message {
  const sentence = `I was stopped before the answer about ${subjectOf(question)} was ready.`;
  return failureMessage({ sentence, next: 'Ask again in a minute.' }, buttonRow([runAgainButton(question)]));
}

/** A failure with buttons for what it offers instead: the nearest form, other ids, the server or the attempt to choose. */
export function failureNotice(
  failure: SparkcheckFailure,
  apology: Apology,
  { question = null, threadTs = null }: { question?: Question | null; threadTs?: string | null } = {},
): Message {
  const offers = offersOf(failure, question).slice(0, OFFERED);
  const buttons = offers.map(({ label, request }, position) => checkButton(label, request, position));
  const again = question === null || failure.kind === 'bad-request' ? null : runAgainButton(question);
  return failureMessage(apology(failure), buttonRow([...buttons, again], threadTs));
}

function offersOf(failure: SparkcheckFailure, question: Question | null): { label: string; request: Request }[] {
  const { suggestions = [], servers = [], attempts = [] } = failure.facts;
  const ask = (label: string, asked: Question) => ({ label, request: { kind: 'question' as const, question: asked } });
  switch (failure.kind) {
    case 'unknown-application':
      return suggestions.flatMap((text) => idsIn(text).slice(0, 1)).map((id) => ask(`Check ${id}`, { target: id }));
    case 'several-servers':
      return question === null ? [] : servers.map((server) => ask(`On ${server}`, { ...question, server }));
    case 'attempt-unknown':
      return question === null
        ? []
        : attempts.map((attemptId) => ask(`Attempt ${attemptId}`, { ...question, attemptId }));
    case 'bad-request':
      return question === null ? [] : otherParts(failure, question).map(({ label, asked }) => ask(label, asked));
    case 'not-allowed': {
      const [id] = question === null ? [] : idsIn(question.target);
      return id === undefined || id === question?.target ? [] : [ask(`Check ${id} on my servers`, { target: id })];
    }
    default:
      return [];
  }
}

/** For a request that was understood and asks for what there is not: the servers, applications or parts that there are. */
function otherParts({ facts }: SparkcheckFailure, question: Question): { label: string; asked: Question }[] {
  const { suggestions = [], servers = [], reason = '' } = facts;
  if (reason === 'unknown-server') {
    return servers.map((server) => ({ label: `On ${server}`, asked: { ...question, server } }));
  }
  const { target, server } = question;
  const part = UNKNOWN_PARTS[reason];
  if (part === undefined) {
    const ids = suggestions.flatMap((text) => idsIn(text).slice(0, 1));
    return ids.map((id) => ({ label: `Check ${id}`, asked: { target: id } }));
  }
  const whole = { target, ...(server !== undefined && { server }) };
  return suggestions.map((id) => {
    const number = Number(id);
    const asked = part === 'stage' ? { ...whole, stage: { stageId: number } } : { ...whole, [part]: number };
    return { label: `Check ${part} ${id}`, asked };
  });
}

/** A request that was not understood, with the nearest form as a button where it asks for something. */
export function badRequestNotice(
  failure: SparkcheckFailure,
  apology: Apology,
  nearest: Request,
  threadTs: string | null,
): Message {
  const offer = nearest.kind === 'help' ? null : checkButton('Do that instead', nearest, 0);
  return failureMessage(apology(failure), buttonRow([offer], threadTs));
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
    return failureMessage(
      {
        sentence: `No application matches "${cleanCut(asked, 100)}".`,
        next: 'Try list without further words, or another name.',
      },
      [],
    );
  }
  const shown = applications.slice(0, LISTED);
  const more = applications.length - shown.length;
  const lead =
    more > 0
      ? `The latest ${shown.length} of ${applications.length} applications; add words of the name to narrow the list.`
      : `${shown.length === 1 ? 'One application' : `${shown.length} applications`}, the latest first.`;
  return {
    text: mrkdwn(lead, TEXT_CHARS),
    blocks: fitted([section({ type: 'text', text: lead }), ...shown.map((one, at) => listEntry(one, at, threadTs))]),
  };
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

function failureMessage({ sentence, next }: ReturnType<Apology>, buttons: Block[]): Message {
  const elements: TextElement[] = [
    { type: 'text', text: cleanCut(sentence, 1_500) || 'That did not work.', style: { bold: true } },
  ];
  const nextStep = cleanCut(next, 1_200);
  if (nextStep !== '') elements.push({ type: 'text', text: ` ${nextStep}` });
  return { text: mrkdwn(`${sentence} ${next}`, TEXT_CHARS), blocks: fitted([section(...elements), ...buttons]) };
}

function subjectOf({ target }: Question): string {
  return cleanCut(idsIn(target)[0] ?? target, 120) || 'the application';
}

/** Only for choosing from a list; answers get their durations from the narration. */
function roughDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.round(ms / 1_000))} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
