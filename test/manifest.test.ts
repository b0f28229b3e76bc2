import { readFileSync } from 'node:fs';
import { App } from '@slack/bolt';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { createRecent } from '../src/slack/bounded.ts';
import { COMMAND, EVENTS, openCommandDoor, openMentionDoor } from '../src/slack/doors.ts';
import { createPacing } from '../src/slack/pacing.ts';
import { BOT_NAME } from '../src/slack/place.ts';
import { TIMINGS } from '../src/slack/placeholder.ts';
import { createPosting } from '../src/slack/posting.ts';
import { openButtons } from '../src/slack/presses.ts';
import type { Room } from '../src/slack/room.ts';
import { createRunning } from '../src/slack/running.ts';
import { openShortcutDoor, SHORTCUT } from '../src/slack/shortcut.ts';
import { SCOPES } from '../src/slack/sign-in.ts';
import { createTurns } from '../src/slack/turns.ts';
import { manifestSchema } from './manifest-schema.ts';
import { plainApology } from './slack/a-narration.ts';
import { AN_IDENTITY, keptLog, scriptedAsk } from './slack/a-workspace.ts';

const FILES = ['manifest.yml', 'manifest-http.yml'] as const;

function manifestOf(file: string) {
  return manifestSchema.parse(parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')));
}

/** What the code registers with Bolt, instead of constants that it may no longer use. */
function registeredByTheCode(): string[] {
  const app = new App({
    token: 'xoxb-1',
    signingSecret: 's',
    botId: 'B1',
    botUserId: 'U1',
    tokenVerificationEnabled: false,
  });
  const [command, event, shortcut] = [vi.spyOn(app, 'command'), vi.spyOn(app, 'event'), vi.spyOn(app, 'shortcut')];
  const log = keptLog();
  const turns = createTurns();
  const room: Room = {
    ask: scriptedAsk(),
    apology: plainApology,
    log,
    turns,
    posting: createPosting({ messages: app.client, modals: app.client }, { log, turns }),
    running: createRunning(),
    pacing: createPacing(),
    told: createRecent(1),
    threads: createRecent(1),
    timings: TIMINGS,
  };
  const allowed = { channels: null, users: null };
  openCommandDoor(app, room, allowed);
  openMentionDoor(app, room, allowed, AN_IDENTITY);
  openShortcutDoor(app, room, allowed, AN_IDENTITY);
  openButtons(app, room, allowed, AN_IDENTITY);
  return [
    ...command.mock.calls.map(([name]) => `command ${String(name)}`),
    ...event.mock.calls.map(([name]) => `event ${String(name)}`),
    ...shortcut.mock.calls.map(
      ([by]) => `shortcut ${typeof by === 'object' && 'callback_id' in by ? String(by.callback_id) : '?'}`,
    ),
  ].sort();
}

describe.each(FILES)('%s', (file) => {
  it('is a manifest that Slack takes', () => {
    expect(() => manifestOf(file)).not.toThrow();
  });

  it('names exactly the commands, events and shortcuts that the code registers, and the reverse', () => {
    const { features, settings } = manifestOf(file);
    const named = [
      ...features.slash_commands.map(({ command }) => `command ${command}`),
      ...settings.event_subscriptions.bot_events.map((event) => `event ${event}`),
      ...features.shortcuts.map(({ callback_id: id }) => `shortcut ${id}`),
    ];
    expect(named.sort()).toEqual(registeredByTheCode());
    expect(registeredByTheCode()).toEqual(
      [`command ${COMMAND}`, ...EVENTS.map((event) => `event ${event}`), `shortcut ${SHORTCUT}`].sort(),
    );
    expect(settings.interactivity.is_enabled).toBe(true);
  });

  it('asks for exactly the scopes that the code needs', () => {
    expect(manifestOf(file).oauth_config.scopes).toEqual({ bot: [...SCOPES] });
    expect(SCOPES).toEqual(['commands', 'chat:write', 'app_mentions:read']);
  });

  it('calls the bot what the bot calls itself', () => {
    expect(`@${manifestOf(file).features.bot_user.display_name}`).toBe(BOT_NAME);
  });
});

it('both modes are the same app but for the addresses', () => {
  const [socket, http] = FILES.map(manifestOf);
  expect(socket?.settings.socket_mode_enabled).toBe(true);
  expect(http?.settings.socket_mode_enabled).toBe(false);
  const withoutAddresses = JSON.parse(
    JSON.stringify(http, (key, value: unknown) => (key === 'url' || key === 'request_url' ? undefined : value)),
  );
  withoutAddresses.settings.socket_mode_enabled = true;
  expect(withoutAddresses).toEqual(socket);
});

describe('the schema', () => {
  it.each<[string, string[], unknown]>([
    ['a name that is too long', ['display_information', 'name'], 'n'.repeat(36)],
    ['a slip in a field', ['features', 'slash_command'], []],
    ['a command without a slash', ['features', 'slash_commands', '0', 'command'], 'sparkcheck'],
    ['a shortcut name that is too long', ['features', 'shortcuts', '0', 'name'], 'n'.repeat(25)],
    ['an address in Socket Mode', ['settings', 'interactivity', 'request_url'], 'https://a.example.com/'],
    ['HTTP mode without addresses', ['settings', 'socket_mode_enabled'], false],
  ])('refuses %s', (_what, path, value) => {
    const manifest = manifestOf('manifest.yml');
    expect(manifestSchema.safeParse(changed(manifest, path, value)).success).toBe(false);
    expect(manifestSchema.safeParse(changed(manifest, [], manifest)).success).toBe(true);
  });
});

function changed(value: unknown, [key, ...rest]: string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === key ? changed(item, rest, to) : item));
  const fields = Object.entries(value ?? {});
  return { ...Object.fromEntries(fields), [key]: changed(fields.find(([name]) => name === key)?.[1], rest, to) };
}
