import { COMMAND, EVENTS } from './slack/doors.ts';
import type { LocalSlack, Suggestion } from './local-slack/local-slack.ts';
import { startLocalSlack } from './local-slack/start.ts';
import type { RecordedServer } from './recorded/serve.ts';
import { SHORTCUT } from './slack/shortcut.ts';
import { SCOPES } from './slack/sign-in.ts';

/** Told at the start and offered to a first visitor, the clearest story first; whatever is not recorded is left out. */
const SHOWN_FIRST = ['skewed-window', 'driver-gap', 'explode'];
/** What a first visitor reads on the buttons. */
const STORIES: Record<string, string> = {
  'skewed-window': 'One task holds up a whole stage',
  'driver-gap': 'The cluster waits for the driver',
  explode: 'Rows are multiplied before the shuffle',
};

/**
 * A workspace on loopback that takes this app as its manifest describes it, on `port` or, when something else listens
 * there and nobody insisted, on any free one.
 */
export async function startWorkspace(
  recorded: RecordedServer | null,
  { port, insisted }: { port: number; insisted: boolean },
): Promise<LocalSlack> {
  const options = {
    command: {
      name: COMMAND,
      description: 'Why is this Spark job slow?',
      hint: '<app id or link> [query N | job N | stage N] · list · help',
    },
    shortcut: { name: 'Check this Spark app', callbackId: SHORTCUT },
    scopes: [...SCOPES],
    events: [...EVENTS],
    suggestions: suggestionsFrom(recorded),
    // Something to use the shortcut on; about another run than the one that is told at the start.
    alertAbout: shownFirst(recorded)[1]?.id ?? null,
  };
  try {
    return await startLocalSlack({ ...options, port });
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!taken || insisted) throw error;
    return startLocalSlack({ ...options, port: 0 });
  }
}

/** The line typed for the person at the start, so that the workspace says something without being asked. */
export function firstLine(recorded: RecordedServer | null): string {
  const [first] = shownFirst(recorded);
  return first === undefined ? `${COMMAND} list` : `${COMMAND} ${first.id}`;
}

function suggestionsFrom(recorded: RecordedServer | null): Suggestion[] {
  const applications = shownFirst(recorded).slice(0, SHOWN_FIRST.length);
  if (applications.length === 0) {
    return ['list', 'list running', 'help'].map((words) => ({ label: words, command: `${COMMAND} ${words}` }));
  }
  return applications.map(({ id, name, situation }) => ({
    label: STORIES[situation] ?? name,
    command: `${COMMAND} ${id}`,
  }));
}

function shownFirst(recorded: RecordedServer | null): RecordedServer['applications'] {
  const rank = ({ situation }: { situation: string }) => {
    const place = SHOWN_FIRST.indexOf(situation);
    return place < 0 ? SHOWN_FIRST.length : place;
  };
  return [...(recorded?.applications ?? [])].sort((a, b) => rank(a) - rank(b));
}
