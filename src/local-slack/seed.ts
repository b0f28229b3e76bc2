import type { Channel, Member } from './workspace.ts';

/** The people and places a new workspace starts with. */
export interface Seed {
  team: { id: string; name: string; domain: string };
  app: { id: string; botId: string };
  bot: Member;
  person: Member;
  members: Member[];
  channels: Channel[];
}

export const SLACKBOT = 'USLACKBOT';
/** Another app, which posts alerts. */
export const PAGER = 'U0PAGER001';

/** One channel of each kind that the bot must cope with: joined, not joined, private with and without it, archived, direct. */
export function seed(botName: string): Seed {
  const bot: Member = { id: 'U0SPARKCHK', name: botName, realName: botName, isBot: true };
  const person: Member = { id: 'U0LOCALYOU', name: 'you', realName: 'You', isBot: false };
  const robin: Member = { id: 'U0ROBIN001', name: 'robin', realName: 'Robin (data platform)', isBot: false };
  const pager: Member = { id: PAGER, name: 'pager', realName: 'Pager', isBot: true };
  const slackbot: Member = { id: SLACKBOT, name: 'slackbot', realName: 'Slackbot', isBot: true };
  const people = [person.id, robin.id, pager.id];
  const channel = (
    id: string,
    name: string,
    kind: Channel['kind'],
    purpose: string,
    members: string[],
    archived = false,
  ): Channel => ({ id, name, kind, purpose, archived, members: new Set(members) });
  return {
    team: { id: 'T0LOCAL001', name: 'Local workspace', domain: 'local' },
    app: { id: 'A0SPARKCHK', botId: 'B0SPARKCHK' },
    bot,
    person,
    members: [bot, person, robin, pager, slackbot],
    channels: [
      channel('C0INCIDENT', 'incidents', 'public', 'What is burning, and who holds the hose', [...people, bot.id]),
      channel('C0DATAENG0', 'data-eng', 'public', 'Pipelines, tables, and the jobs between them', [...people, bot.id]),
      channel('C0LOUNGE00', 'lounge', 'public', `Nobody has invited ${botName} here`, people),
      channel('C0WARROOM0', 'war-room', 'private', 'A private incident, with the bot', [...people, bot.id]),
      channel('C0SECRETS0', 'quiet-place', 'private', `A private channel without ${botName}`, [person.id, robin.id]),
      channel(
        'C0OLDTIMES',
        'old-incidents',
        'public',
        'Archived: nothing can be posted here',
        [...people, bot.id],
        true,
      ),
      channel('D0SPARKCHK', 'directmessage', 'im', '', [person.id, bot.id]),
      channel('D0ROBIN001', 'directmessage', 'im', '', [person.id, robin.id]),
    ],
  };
}
