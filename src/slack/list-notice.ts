import type { Question } from '../question.ts';
import type { ListedApplication, Listing, ListRequest } from './ask.ts';
import { plainText, section, type Block, type Message } from './blocks.ts';
import { checkButton, threadBlockId } from './buttons.ts';
import { cleanCut, mrkdwn } from './escape.ts';
import { TEXT_CHARS } from './limits.ts';
import { listingWords } from './listing-words.ts';
import { fitted } from './message-size.ts';

/** Applications in one list: a list is for choosing from on a phone. */
const LISTED = 10;

/** The listing of a server tells that an application ended, not how its jobs did. */
const STATES: Record<ListedApplication['state'], string> = {
  running: 'running',
  completed: 'finished',
  failed: 'failed',
  incomplete: 'incomplete',
};

/** The latest applications with a button each; of a search for failed ones all that it found. */
export function listNotice(listing: Listing, asked: ListRequest, threadTs: string | null): Message {
  const { applications } = listing;
  const shown = applications.slice(0, listing.searched === null ? LISTED : applications.length);
  const words = asked.text === undefined ? asked : { ...asked, text: cleanCut(asked.text, 100) };
  const servers = new Set(applications.map(({ server }) => server)).size;
  const lead = listingWords(shown.length, listing, words);
  return {
    text: mrkdwn(lead, TEXT_CHARS),
    blocks: fitted([
      section({ type: 'text', text: lead }),
      ...shown.map((one, at) => listEntry(one, at, { threadTs, servers })),
    ]),
  };
}

function listEntry(
  application: ListedApplication,
  position: number,
  { threadTs, servers }: { threadTs: string | null; servers: number },
): Block {
  const { id, attemptId, name, user, server, state, startedAt, durationMs } = application;
  const question: Question = { target: id, server, ...(attemptId !== null && { attemptId }) };
  const shownName = cleanCut(name, 160) || '(no name)';
  const button = checkButton('Check', { kind: 'question', question }, position, `Check ${shownName}`);
  const facts = [
    STATES[state],
    durationMs === null ? null : roughDuration(durationMs),
    startedAt === null ? null : `started ${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    user === null ? null : `by ${cleanCut(user, 60)}`,
    // With one server there is nothing to tell apart.
    servers > 1 ? `on ${cleanCut(server, 60)}` : null,
    cleanCut(id, 120),
  ];
  return {
    type: 'section',
    ...(threadTs !== null && { block_id: threadBlockId(threadTs, position) }),
    text: plainText(`${shownName}\n${facts.filter((fact) => fact !== null).join(' · ')}`),
    ...(button !== null && { accessory: button }),
  };
}

/** Only for choosing from a list; answers get their durations from the narration. */
function roughDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.round(ms / 1_000))} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
