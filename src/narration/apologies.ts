import type { FailureFacts, FailureKind, SparkcheckFailure } from '../failure.ts';
import { cleanLine } from './clean.ts';
import { enumerated } from './say.ts';
import { spokenDuration, size } from './units.ts';

/** What happened, and what to do: a sentence each, in plain text. Names in it come from outside and are escaped where shown. */
export interface Apology {
  sentence: string;
  next: string;
}

/** One clear answer for every way in which there is none (answer.md §5). */
export function apology(failure: SparkcheckFailure): Apology {
  return WORDS[failure.kind](wordsOf(failure.facts));
}

/** Facts of a failure, ready to be put into a sentence. */
interface Told {
  facts: FailureFacts;
  asked: string;
  /** `prod`, `prod and dev`, `the server`. */
  server: string;
  servers: string;
  suggestions: string;
  reason: string;
}

function wordsOf(facts: FailureFacts): Told {
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

const WORDS: Record<FailureKind, (told: Told) => Apology> = {
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

function badRequest({ facts, asked, servers, suggestions, reason }: Told): Apology {
  const nearest = facts.nearest === undefined ? '' : cleanLine(facts.nearest, 200);
  const otherwise =
    nearest === '' ? 'Give an application id or a link to its Spark UI.' : `The nearest that I understand: ${nearest}.`;
  switch (reason) {
    case 'unknown-server':
      return { sentence: `No server is called ${asked}.`, next: `Take one of these: ${servers}.` };
    case 'server-and-link-differ':
      return {
        sentence: 'The link and the server named belong to different servers.',
        next: 'Leave one of the two out.',
      };
    case 'no-application-in-link':
      return {
        sentence: `That link names no application, and ${servers} has several.`,
        next: suggestions === '' ? 'Add the application id.' : `Take one of these: ${suggestions}.`,
      };
    case 'unknown-query':
    case 'unknown-job':
    case 'unknown-stage': {
      const part = reason.slice('unknown-'.length);
      return {
        sentence: `${capital(asked)} has no such ${part}.`,
        next: suggestions === '' ? `Leave the ${part} out.` : `The last ones are ${suggestions}.`,
      };
    }
    case 'number-expected':
      return { sentence: 'After query, job, stage and attempt I expect a number.', next: otherwise };
    case 'server-expected':
      return { sentence: 'After "on" I expect the name of a server.', next: otherwise };
    case 'one-part-only':
      return { sentence: 'I read one part at a time: a query, a job or a stage.', next: otherwise };
    case 'several-applications':
      return { sentence: 'That names more than one application.', next: otherwise };
    case 'no-application':
      return { sentence: `I found no application id or Spark link in "${asked}".`, next: otherwise };
    case 'not-an-application-id':
    case 'not-a-link':
      return { sentence: `"${asked}" is neither an application id nor a link that I can read.`, next: otherwise };
    default:
      return { sentence: `I did not understand "${asked}".`, next: otherwise };
  }
}

function needsLogin({ server, reason }: Told): Apology {
  switch (reason) {
    case 'forbidden':
      return {
        sentence: `${capital(server)} refuses me this application: the account I use may not see it.`,
        next: 'Ask for view rights for that account (spark.ui.view.acls), or give another one in the configuration.',
      };
    case 'yarn-warning-page':
      return {
        sentence: `${capital(server)} shows YARN’s warning page in place of an application of another user.`,
        next: 'Configure the history server, or credentials of a user who may see it.',
      };
    case 'proxy-unauthorized':
      return {
        sentence: `The proxy in front of ${server} wants a login.`,
        next: 'Put the proxy’s credentials into its address in the configuration.',
      };
    default:
      return {
        sentence: `${capital(server)} wants a login, and I have none that it takes.`,
        next: 'Give credentials for that server in the configuration; an expired token or cookie looks the same.',
      };
  }
}

function notAllowed({ asked, servers, server, reason }: Told): Apology {
  switch (reason) {
    case 'channel':
      return { sentence: 'I may not answer in this channel.', next: 'Ask in one of the channels I am set up for.' };
    case 'user':
      return { sentence: 'You are not among the people I may answer.', next: 'Ask whoever runs this bot to add you.' };
    case 'workspace':
      return { sentence: 'I answer only people of the workspace I am installed in.', next: 'Ask there.' };
    case 'server-channel':
      return {
        sentence: `${capital(server)} is not open to this channel.`,
        next: 'Ask in a channel that may read it.',
      };
    case 'redirected-to-https':
      return {
        sentence: `${capital(server)} sends me on to https, which is another address.`,
        next: 'Configure that server with its https address.',
      };
    case 'redirected-to-yarn-proxy':
      return {
        sentence: `${capital(server)} sends me on to the YARN proxy, which is not configured.`,
        next: 'Configure the address of the proxy as a server of its own.',
      };
    default:
      return {
        sentence: `${capital(asked)} is not on a server that I am configured for, and I contact no other.`,
        next: `Give an application id, or a link to one of ${servers}.`,
      };
  }
}

const NOT_SPARK: Record<string, string> = {
  html: 'it sent a web page',
  'not-json': 'it sent no JSON',
  'other-json': 'it sent JSON of another kind',
  'no-listing': 'it has no list of applications',
  'no-content': 'it sent nothing',
  'no-version': 'it does not tell a Spark version',
  'not-http': 'it does not speak HTTP',
  'unknown-encoding': 'its answer is packed in a way I do not know',
  'redirected-to-a-page': 'it sends me on to a web page',
  'redirect-unreadable': 'it sends me on to an address that can not be read',
};

const UNREACHABLE: Record<string, string> = {
  refused: 'the connection was refused',
  'unknown-host': 'its host name is not known',
  'no-route': 'there is no way to that host',
  'connect-timeout': 'it did not accept the connection in time',
  reset: 'it cut the connection',
  tls: 'its certificate is not one that I trust',
};

const SERVER_ERROR: Record<string, string> = {
  'too-many-requests': 'it has too many requests to serve',
  'asked-to-wait': 'it asked me to wait',
  gateway: 'the proxy in front of it gave up, often while a large application is loaded',
  crashed: 'it reported a fault of its own',
  'broken-json': 'its answer broke off',
  'broken-gzip': 'its answer broke off',
  'redirect-loop': 'it sends me round in a circle',
};

function capital(text: string): string {
  // An id keeps its letters; only our own words get a capital.
  return /^(?:the|that)\b/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
