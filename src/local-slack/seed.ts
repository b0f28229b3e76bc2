import type { Channel, Member, Team } from './workspace.ts';

/** The people and places a new workspace starts with. */
export interface Seed {
  team: Team;
  app: { id: string; botId: string };
  bot: Member;
  person: Member;
  members: Member[];
  channels: Channel[];
}

export const SLACKBOT = 'USLACKBOT';
/** Another app, which posts alerts. */
export const PAGER = 'U0PAGER001';

/**
 * One channel of each kind that the bot must cope with: joined, shared with another organisation, not joined, private with
 * and without it, archived, direct.
 */
export function seed(botName: string): Seed {
  const bot: Member = { id: 'U0SPARKCHK', name: botName, realName: botName, isBot: true };
  const person: Member = { id: 'U0LOCALYOU', name: 'you', realName: 'You', isBot: false };
  const robin: Member = { id: 'U0ROBIN001', name: 'robin', realName: 'Robin (data platform)', isBot: false };
  const acme: Team = { id: 'T0ACME0001', name: 'Acme', domain: 'acme' };
  const kim: Member = { id: 'U0KIMACME1', name: 'kim', realName: 'Kim', isBot: false, team: acme };
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
    members: [bot, person, robin, kim, pager, slackbot],
    channels: [
      channel('C0INCIDENT', 'incidents', 'public', 'What is burning, and who holds the hose', [...people, bot.id]),
      channel('C0DATAENG0', 'data-eng', 'public', 'Pipelines, tables, and the jobs between them', [...people, bot.id]),
      {
        ...channel('C0SHARED00', 'shared-acme', 'public', 'Where Acme asks about the feeds we build for them', [
          ...[person.id, robin.id, kim.id, bot.id],
        ]),
        sharedWith: acme,
      },
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
