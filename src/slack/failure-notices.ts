import type { FailureKind, SparkcheckFailure } from '../failure.ts';
import type { Question } from '../question.ts';
import type { Request } from '../request-grammar.ts';
import { idsIn } from '../request-targets.ts';
import type { ListRequest } from './ask.ts';
import { section, type Block, type Message, type RichTextSection, type TextElement } from './blocks.ts';
import { buttonRow, checkButton, runAgainButton } from './buttons.ts';
import { cleanCut, mrkdwn } from './escape.ts';
import { TEXT_CHARS } from './limits.ts';
import { fitted } from './message-size.ts';
import { subjectOf } from './notices.ts';

/** What a failure is told as: what happened, and the next step. Written by the narration room. */
export type Apology = (failure: SparkcheckFailure) => { sentence: string; next: string };

/** A part of the application that it does not have; the suggestions are numbers of parts that it has. */
const UNKNOWN_PARTS: Record<string, 'query' | 'job' | 'stage'> = {
  'unknown-query': 'query',
  'unknown-job': 'job',
  'unknown-stage': 'stage',
};

/** The same question would fail the same way: no button asks it again. */
const STAYS: ReadonlySet<FailureKind> = new Set<FailureKind>(['bad-request', 'not-allowed', 'attempt-unknown']);

/** What was asked for and failed. */
interface Asked {
  question?: Question | null;
  list?: ListRequest | null;
}

interface Offer {
  label: string;
  request: Request;
}

/** A failure offers a few ways on, not a list to study. */
const OFFERED = 5;

/** For whoever waits when the process has to end; without a question it was a list. */
export function stoppedNotice(question: Question | null): Message {
  const about = question === null ? 'the list' : `the answer about ${subjectOf(question)}`;
  const buttons = question === null ? [] : buttonRow([runAgainButton(question)]);
  return failureMessage(
    { sentence: `I was stopped before ${about} was ready.`, next: 'Ask again in a minute.' },
    buttons,
  );
}

/** A failure with buttons for what it offers instead: the nearest form, other ids, the server or the attempt to choose. */
export function failureNotice(
  failure: SparkcheckFailure,
  apology: Apology,
  { question = null, list = null, threadTs = null }: Asked & { threadTs?: string | null } = {},
): Message {
  const offers = [...offersOf(failure, question), ...listOffers(failure, list)].slice(0, OFFERED);
  const buttons = offers.map(({ label, request }, position) => checkButton(label, request, position));
  const again = question === null || STAYS.has(failure.kind) ? null : runAgainButton(question);
  return failureMessage(apology(failure), buttonRow([...buttons, again], threadTs));
}

/** A list that was asked of a server which is not there, of those that are. */
function listOffers({ facts }: SparkcheckFailure, list: ListRequest | null): Offer[] {
  if (list === null || facts.reason !== 'unknown-server') return [];
  return (facts.servers ?? []).map((server) => ({
    label: `On ${server}`,
    request: { kind: 'list', list: { ...list, server } },
  }));
}

function offersOf(failure: SparkcheckFailure, question: Question | null): Offer[] {
  const { suggestions = [], servers = [], attempts = [] } = failure.facts;
  const ask = (label: string, asked: Question) => ({ label, request: { kind: 'question' as const, question: asked } });
  switch (failure.kind) {
    case 'unknown-application':
      return suggestions.flatMap((text) => idsIn(text).slice(0, 1)).map((id) => ask(`Check ${id}`, { target: id }));
    case 'several-servers':
      return question === null ? [] : servers.map((server) => ask(`On ${server}`, { ...question, server }));
    case 'attempt-unknown': {
      if (question === null) return [];
      const { attemptId: _wrong, ...whole } = question;
      if (attempts.length === 0) return [ask('Check without the attempt', whole)];
      return attempts.map((attemptId) => ask(`Attempt ${attemptId}`, { ...question, attemptId }));
    }
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

/** Asked where the bot may not answer: with the channels in which it may. */
export function wrongChannelNotice(failure: SparkcheckFailure, apology: Apology, channels: string[]): Message {
  const message = failureNotice(failure, apology);
  const named = channels.slice(0, OFFERED).flatMap((id): RichTextSection['elements'] => [
    { type: 'text', text: ' ' },
    { type: 'channel', channel_id: id },
  ]);
  if (named.length === 0) return message;
  const more = channels.length > OFFERED ? ` and ${channels.length - OFFERED} more` : '';
  const where = section({ type: 'text', text: 'I answer in:' }, ...named, { type: 'text', text: `${more}.` });
  return { ...message, blocks: fitted([...message.blocks, where]) };
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

function failureMessage({ sentence, next }: ReturnType<Apology>, buttons: Block[]): Message {
  const elements: TextElement[] = [
    { type: 'text', text: cleanCut(sentence, 1_500) || 'That did not work.', style: { bold: true } },
  ];
  const nextStep = cleanCut(next, 1_200);
  if (nextStep !== '') elements.push({ type: 'text', text: ` ${nextStep}` });
  return { text: mrkdwn(`${sentence} ${next}`, TEXT_CHARS), blocks: fitted([section(...elements), ...buttons]) };
}
