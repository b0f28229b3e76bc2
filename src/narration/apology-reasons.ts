import type { FailureFacts } from '../failure.ts';
import { cleanLine } from './clean.ts';

/** What happened, and what to do: a sentence each, in plain text. Names in it come from outside and are escaped where shown. */
export interface Apology {
  sentence: string;
  next: string;
}

/** Facts of a failure, ready to be put into a sentence. */
export interface ToldFailure {
  facts: FailureFacts;
  asked: string;
  /** `prod`, `prod and dev`, `the server`. */
  server: string;
  servers: string;
  suggestions: string;
  reason: string;
}

/** A request that can not be answered as it stands; `nearest` and `suggestions` where there are some. */
export function badRequest({ facts, asked, servers, suggestions, reason }: ToldFailure): Apology {
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
        next:
          suggestions === ''
            ? `Leave the ${part} out.`
            : facts.suggestions?.length === 1
              ? `The only one is ${suggestions}.`
              : `The last ones are ${suggestions}.`,
      };
    }
    case 'number-expected':
      return { sentence: 'After query, job, stage and attempt I expect a number.', next: otherwise };
    case 'server-expected':
      return { sentence: 'After "on" I expect the name of a server.', next: otherwise };
    case 'one-part-only':
      return { sentence: 'I read one part at a time: a query, a job or a stage.', next: otherwise };
    case 'said-twice':
      return { sentence: 'I read one attempt on one server at a time.', next: otherwise };
    case 'several-applications':
      return { sentence: 'That names more than one application.', next: otherwise };
    case 'no-application':
      return { sentence: `I found no application id or Spark link in "${asked}".`, next: otherwise };
    case 'which-application':
      return {
        sentence: `"${asked}" does not say of which application.`,
        next: nearest === '' ? 'Add its id.' : `Add its id: ${nearest}.`,
      };
    case 'not-an-application-id':
    case 'not-a-link':
      return { sentence: `"${asked}" is neither an application id nor a link that I can read.`, next: otherwise };
    default:
      return { sentence: `I did not understand "${asked}".`, next: otherwise };
  }
}

/** Not let in, by whom and why. */
export function needsLogin({ server, reason }: ToldFailure): Apology {
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

/** Refused by this program's own configuration. */
export function notAllowed({ asked, servers, server, reason }: ToldFailure): Apology {
  switch (reason) {
    case 'channel':
      return { sentence: 'I may not answer in this channel.', next: 'Ask in one of the channels I am set up for.' };
    case 'user':
      return { sentence: 'You are not among the people I may answer.', next: 'Ask whoever runs this bot to add you.' };
    case 'workspace':
      return {
        sentence: 'I answer only people of the workspace I am installed in.',
        next: 'Let one of them ask in this channel: the answer stands here for you to read too.',
      };
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

/** After "answers, but not as a Spark server: ". */
export const NOT_SPARK: Record<string, string> = {
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

/** After "I can not reach it: ". */
export const UNREACHABLE: Record<string, string> = {
  refused: 'the connection was refused',
  'unknown-host': 'its host name is not known',
  'no-route': 'there is no way to that host',
  'connect-timeout': 'it did not accept the connection in time',
  reset: 'it cut the connection',
  tls: 'its certificate is not one that I trust',
};

/** After "failed to answer: ". */
export const SERVER_ERROR: Record<string, string> = {
  'too-many-requests': 'it has too many requests to serve',
  'asked-to-wait': 'it asked me to wait',
  gateway: 'the proxy in front of it gave up, often while a large application is loaded',
  crashed: 'it reported a fault of its own',
  'broken-json': 'its answer broke off',
  'broken-gzip': 'its answer broke off',
  'redirect-loop': 'it sends me round in a circle',
};

/** An id keeps its letters; only our own words get a capital. */
export function capital(text: string): string {
  return /^(?:the|that)\b/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
