import type { LocalPlace, LocalSlack } from '../local-slack.ts';
import { helpLines, type Command } from './command.ts';
import type { Numbered, Numbers } from './numbers.ts';
import type { Screen } from './screen.ts';

export interface Session {
  /** Where the person is: `#incidents`, or `#incidents › [3]` inside a thread; and as whom, when not as themselves. */
  where(): string;
  run(command: Command): Promise<void>;
}

/** Waits for something that may yet come, as long as the input is patient; null when it does not. */
export type Appears = <Found>(read: () => Found | null) => Promise<Found | null>;

type Message = Extract<Numbered, { kind: 'message' }>;

/** One person at the terminal: where they are, and what their commands do. */
export function createSession(localSlack: LocalSlack, numbers: Numbers, screen: Screen, appears: Appears): Session {
  let at = home(localSlack);
  let speaker = own(at);
  let thread: { number: string; ts: string } | null = null;

  const where = (): string => {
    const place = `${at.title}${thread === null ? '' : ` › [${thread.number}]`}`;
    return speaker === own(at) ? place : `${place} as ${speaker}`;
  };
  const moveTo = (place: LocalPlace): void => {
    // Somebody of another organisation is only where they were let in.
    if (!place.speakers.includes(speaker)) speaker = own(place);
    at = place;
  };
  const tellWhere = (): void => screen.say(`You are in ${where()}.${aboutPlace(at)}`);

  const sees = ({ channel, ts }: Message): string => {
    const onlyFor = localSlack.messages(channel).find((message) => message.ts === ts)?.onlyFor ?? localSlack.userId;
    return onlyFor === localSlack.userId ? 'you see' : `${localSlack.names[onlyFor] ?? onlyFor} sees`;
  };

  const messageAt = async (number: string): Promise<Message | null> => {
    const found = await appears(() => numbers.find(number));
    if (found?.kind === 'message') return found;
    screen.say(found ? `[${number} ${found.label}] is a button: press ${number}` : `There is no message [${number}].`);
    return null;
  };

  const go = (title: string): void => {
    const place = localSlack.places().find((one) => one.title === title);
    if (!place) return screen.say(`There is no ${title} here. "channels" lists where you can go.`);
    moveTo(place);
    thread = null;
    tellWhere();
  };

  const speakAs = (name: string): void => {
    const { speakers } = localSlack.places().find(({ id }) => id === at.id) ?? at;
    if (speakers.includes(name)) speaker = name;
    else {
      const elsewhere = localSlack.places().find((place) => place.speakers.includes(name));
      const hint = elsewhere ? `${name} is only in ${elsewhere.title}.` : `There is no ${name} to speak as.`;
      return screen.say(`${hint} Here you can speak as ${speakers.join(' or ')}; "say as ${name}" says the words.`);
    }
    tellWhere();
  };

  const press = async (number: string): Promise<void> => {
    const found = await appears(() => numbers.find(number));
    if (!found) return screen.say(`There is no button [${number} …].`);
    if (found.kind === 'message') {
      return screen.say(`[${number}] is a message: thread ${number}, shortcut ${number} or show ${number}`);
    }
    const { at: place, actionId, choice, label } = found;
    if (!('modal' in place)) {
      if (!localSlack.messages(place.channel).some(({ ts }) => ts === place.ts)) {
        return screen.say(`The message of [${number} ${label}] is gone.`);
      }
      return localSlack.press(place.channel, place.ts, actionId, choice, speaker);
    }
    if (localSlack.modal()?.id !== place.modal) return screen.say(`The window of [${number} ${label}] is closed.`);
    await localSlack.pressInModal(actionId, choice);
  };

  const shortcut = async (number: string): Promise<void> => {
    const message = await messageAt(number);
    if (!message) return;
    if (message.ephemeral)
      return screen.say(`Only ${sees(message)} [${number}], and Slack has no menu on such a message.`);
    if (localSlack.places().some(({ id, archived }) => id === message.channel && archived)) {
      return screen.say('This channel is archived. Its messages have no menu.');
    }
    await localSlack.useShortcut(message.channel, message.ts, speaker);
  };

  const threadAt = async (number: string): Promise<Message | null> => {
    const message = await messageAt(number);
    if (!message?.ephemeral || message.rootTs !== message.ts) return message;
    screen.say(`Only ${sees(message)} [${number}], and Slack has no thread under such a message.`);
    return null;
  };

  const reply = async (number: string, line: string): Promise<void> => {
    const message = await threadAt(number);
    if (message) await localSlack.type(line, { channel: message.channel, threadTs: message.rootTs, as: speaker });
  };

  const enter = async (number: string): Promise<void> => {
    const message = await threadAt(number);
    const place = localSlack.places().find(({ id }) => id === message?.channel);
    if (!message || !place) return;
    moveTo(place);
    thread = { number: number.split('.')[0] ?? number, ts: message.rootTs };
    tellWhere();
  };

  const show = async (number: string): Promise<void> => {
    const message = await messageAt(number);
    if (!message) return;
    const told = localSlack
      .messages(message.channel)
      .filter(({ ts, threadTs, readable }) => readable && (ts === message.ts || threadTs === message.ts));
    if (told.length === 0) screen.say(`Message [${number}] is gone.`);
    for (const one of told) screen.show(one);
  };

  const finish = async (kind: 'close' | 'submit'): Promise<void> => {
    const modal = await appears(() => localSlack.modal());
    if (!modal) return screen.say('No window is open.');
    if (kind === 'close') return localSlack.closeModal();
    if (modal.submit === null) return screen.say('There is nothing to submit here: close');
    await localSlack.submitModal();
  };

  return {
    where,
    async run(command) {
      switch (command.kind) {
        case 'help':
          return screen.say(...helpLines(localSlack.offers, localSlack.names[localSlack.botUserId] ?? 'sparkcheck'));
        case 'channels':
          return screen.say(...localSlack.places().map((place) => placeLine(place, place.id === at.id)));
        case 'go':
          return go(command.title);
        case 'as':
          return speakAs(command.name);
        case 'back':
          thread = null;
          return tellWhere();
        case 'thread':
          return enter(command.number);
        case 'reply':
          return reply(command.number, command.line);
        case 'press':
          return press(command.number);
        case 'shortcut':
          return shortcut(command.number);
        case 'show':
          return show(command.number);
        case 'close':
        case 'submit':
          return finish(command.kind);
        case 'say':
          return localSlack.type(command.line, {
            channel: at.id,
            as: speaker,
            ...(thread === null ? {} : { threadTs: thread.ts }),
          });
        case 'nothing':
        case 'quit':
          return;
      }
    },
  };
}

function home(localSlack: LocalSlack): LocalPlace {
  const places = localSlack.places();
  const [first] = places;
  const place = places.find(({ title }) => title === '#incidents') ?? first;
  if (!place) throw new Error('The workspace has no channel to be in.');
  return place;
}

function placeLine(place: LocalPlace, isHere: boolean): string {
  const kind = place.kind === 'im' ? 'direct messages' : place.kind === 'private' ? 'private' : '';
  const shared = place.sharedWith === null ? '' : `shared with ${place.sharedWith}`;
  const notes = [
    kind,
    shared,
    place.archived ? 'archived' : '',
    place.kind !== 'im' && !place.hasBot ? 'without the bot' : '',
  ];
  const said = [notes.filter(Boolean).join(', '), place.purpose].filter(Boolean).join(' · ');
  return `${isHere ? '*' : ' '} ${place.title.padEnd(16)} ${said}`.trimEnd();
}

function aboutPlace({ kind, archived, hasBot, sharedWith, speakers }: LocalPlace): string {
  if (archived) return ' It is archived: nothing can be posted here.';
  const [, ...others] = speakers;
  const choice =
    others.length === 0 ? '' : ` "as ${others[0]}" speaks as one of them, "as ${speakers[0]}" as yourself.`;
  const shared = sharedWith === null ? '' : ` It is shared with ${sharedWith}, whose people read along.${choice}`;
  return hasBot || kind === 'im' ? shared : ` The bot is not a member: its answers are for you alone.${shared}`;
}

/** The local person's own name. */
function own({ speakers: [first = ''] }: LocalPlace): string {
  return first;
}
