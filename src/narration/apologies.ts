import type { FailureFacts, FailureKind, SparkcheckFailure } from '../failure.ts';
import {
  badRequest,
  capital,
  needsLogin,
  NOT_SPARK,
  notAllowed,
  SERVER_ERROR,
  UNREACHABLE,
  type Apology,
  type ToldFailure,
} from './apology-reasons.ts';
import { cleanLine } from './clean.ts';
import { enumerated } from './say.ts';
import { spokenDuration, size } from './units.ts';

/** One clear answer for every way in which there is none (answer.md §5). */
export function apology(failure: SparkcheckFailure): Apology {
  return WORDS[failure.kind](wordsOf(failure.facts));
}

function wordsOf(facts: FailureFacts): ToldFailure {
  const servers = (facts.servers ?? []).map((name) => cleanLine(name, 60)).filter((name) => name !== '');
  return {
    facts,
    asked: cleanLine(facts.asked ?? '', 120) || 'that application',
    server: servers.length === 1 ? (servers[0] ?? 'the server') : servers.length === 0 ? 'the server' : listed(servers),
    servers: servers.length === 0 ? 'the configured servers' : listed(servers),
    suggestions: listed(
      (facts.suggestions ?? []).map((text) => cleanLine(text, 120)),
      5,
    ),
    reason: facts.reason ?? '',
  };
}

function listed(items: string[], most = 8): string {
  return enumerated(items, most)
    .map((span) => span.text)
    .join('');
}

const WORDS: Record<FailureKind, (told: ToldFailure) => Apology> = {
  'bad-request': badRequest,

  'unknown-application': ({ asked, servers, suggestions, reason }) => ({
    sentence: `No application ${asked} is known to ${servers}.`,
    next:
      suggestions === ''
        ? `Check the id${reason === 'asked-one-server' ? ', or leave the server out to ask all of them' : ''}.`
        : `Check the id, or take one of these: ${suggestions}.`,
  }),

  'several-servers': ({ asked, servers }) => ({
    sentence: `${capital(asked)} is known to several servers: ${servers}.`,
    next: 'Say which one is meant: add "on" and its name.',
  }),

  'not-listed-yet': ({ asked, server, reason }) => {
    if (reason === 'driver-starting')
      return { sentence: `The driver of ${asked} is still starting.`, next: 'Ask again in a minute.' };
    if (reason === 'nothing-listed')
      return {
        sentence: `${capital(server)} lists no application at all yet.`,
        next: 'Ask again when its first scan of the event logs is done, or check its log directory.',
      };
    if (reason === 'too-fresh')
      return {
        sentence: `${capital(asked)} started only just now and is not listed on ${server} yet.`,
        next: 'Ask again in a minute: the server scans for new event logs from time to time.',
      };
    return {
      sentence: `${capital(server)} lists ${asked} but can not load it yet.`,
      next: 'Ask again in a minute; if that does not help, its event log may be missing or broken.',
    };
  },

  'attempt-unknown': ({ asked, server, facts }) => {
    const attempts = (facts.attempts ?? []).map((one) => cleanLine(one, 40));
    return {
      sentence: `${capital(server)} knows no attempt ${asked} of that application.`,
      next:
        attempts.length === 0 ? 'Leave the attempt out: it has only one.' : `Take one of these: ${listed(attempts)}.`,
    };
  },

  'app-running-ui-gone': ({ asked, server, reason }) => ({
    sentence: `The driver’s own pages of ${asked} on ${server} are gone, so the application has ended or its driver is unreachable.`,
    next:
      reason === 'redirected-to-history-server'
        ? 'Ask for the id alone, so that the history server is read.'
        : 'Ask for the id alone in a minute, when a history server may list it.',
  }),

  'needs-login': needsLogin,

  'not-spark': ({ server, reason }) => ({
    sentence: `${capital(server)} answers, but not as a Spark server: ${NOT_SPARK[reason] ?? 'the answer is no Spark JSON'}.`,
    next: 'Check the base URL of that server in the configuration: it is the address before /api/v1.',
  }),

  unreachable: ({ server, reason }) => ({
    sentence: `I can not reach ${server}: ${UNREACHABLE[reason] ?? 'the connection failed'}.`,
    next:
      reason === 'tls'
        ? 'Give the server’s CA file in the configuration, or check its certificate.'
        : 'Check that the server is up and that its address in the configuration is right.',
  }),

  'timed-out': ({ server, facts, reason }) => ({
    sentence: `${capital(server)} had not answered after ${spokenDuration(facts.waitedMs ?? 0)}${reason === 'silence' ? ', and then fell silent' : ''}: a large application takes long to load.`,
    next: 'Ask again in a few minutes: the server goes on loading and keeps what it has loaded.',
  }),

  'too-large': ({ server, facts }) => ({
    sentence: `An answer of ${server} is larger than I read${facts.bytes === undefined ? '' : `: ${size(facts.bytes)}`}${facts.limitBytes === undefined ? '' : `, against a limit of ${size(facts.limitBytes)}`}.`,
    next: 'Raise bodyCapMegabytes in the configuration, or ask for one query, job or stage.',
  }),

  'server-error': ({ server, facts, reason }) => ({
    sentence: `${capital(server)} failed to answer${facts.status === undefined || facts.status === 200 ? '' : ` (status ${facts.status})`}: ${SERVER_ERROR[reason] ?? 'it reported an error of its own'}.`,
    next:
      facts.status === 429 || reason === 'gateway'
        ? 'Ask again in a minute.'
        : 'Ask again in a minute; if it stays, the log of that server says why.',
  }),

  'not-allowed': notAllowed,

  bug: ({ facts }) => ({
    sentence: `That is a fault of mine${facts.bugId === undefined ? '' : `, noted as ${cleanLine(facts.bugId, 40)}`}.`,
    next:
      facts.bugId === undefined
        ? 'Please report it with the id of the application.'
        : 'Please report it with that number: the log holds the rest.',
  }),
};
