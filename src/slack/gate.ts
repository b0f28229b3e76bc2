import { createHash } from 'node:crypto';
import type { AllMiddlewareArgs, AnyMiddlewareArgs } from '@slack/bolt';
import { z } from 'zod';
import { SparkcheckFailure } from '../failure.ts';
import { createSeen } from './bounded.ts';
import { EVENT_REPEAT_MS } from './limits.ts';
import type { Log } from './log.ts';
import type { Identity } from './sign-in.ts';

/** A request that is signed and well-formed, and still not for us. The receiver answers it with `status`. */
export class RefusedRequest extends Error {
  /** Bolt wraps errors without a code into its own. */
  readonly code = 'sparkcheck_refused_request';
  readonly status: 400 | 403 | 409;

  constructor(reason: string, status: 400 | 403 | 409) {
    super(reason);
    this.name = 'RefusedRequest';
    this.status = status;
  }
}

/** Who may ask, as configured; `null`: everybody, everywhere. */
export interface Allowed {
  channels: string[] | null;
  users: string[] | null;
}

/** More requests than Slack sends a workspace in a quarter of an hour (30,000 events an hour). */
const REMEMBERED_REQUESTS = 20_000;

/** What tells requests apart and says which workspace they come from; the shape differs by kind. */
const origin = z.object({
  event_id: z.string().optional(),
  trigger_id: z.string().optional(),
  team_id: z.string().nullish(),
  enterprise_id: z.string().nullish(),
  team: z.object({ id: z.string() }).nullish(),
  enterprise: z.object({ id: z.string() }).nullish(),
  user: z.object({ team_id: z.string().optional() }).optional(),
  authorizations: z.array(z.object({ team_id: z.string().nullish(), enterprise_id: z.string().nullish() })).optional(),
});

const id = z.object({ id: z.string() });

/** What the doors read without a second look: who asked where, and about what. Slack always sends these; it sends no other kind to this app. */
const readable = z.union([
  z.object({ command: z.string(), channel_id: z.string(), user_id: z.string() }),
  z.object({ type: z.literal('message_action'), channel: id, user: id, message: z.object({ ts: z.string() }) }),
  z.object({
    type: z.literal('block_actions'),
    user: id,
    actions: z.array(z.object({ action_id: z.string() })).min(1),
  }),
  z.object({ type: z.literal('event_callback'), event: z.object({ type: z.string() }) }),
]);

/**
 * The first thing every request meets: another workspace's requests and repeated ones go no further. A repeat of an event
 * is Slack's usual doing and was acknowledged by Bolt already; a command, a press or a shortcut is sent once, so that a
 * second one with the same id is a replay.
 */
export function createGate(identity: Identity, log: Log) {
  const seen = createSeen(EVENT_REPEAT_MS, REMEMBERED_REQUESTS);
  return async ({ body, next }: AnyMiddlewareArgs & AllMiddlewareArgs): Promise<void> => {
    const read = origin.safeParse(body);
    if (!read.success || !isOurWorkspace(read.data, identity)) {
      log.warn(
        { team: read.data?.team_id ?? read.data?.team?.id ?? null },
        'a request of another workspace was refused',
      );
      throw new RefusedRequest('not the workspace that this bot is installed in', 403);
    }
    if (!readable.safeParse(body).success) {
      log.warn({}, 'a request that no door reads was refused');
      throw new RefusedRequest('not a request that a door of this bot reads', 400);
    }
    const { event_id: eventId, trigger_id: triggerId } = read.data;
    const key = eventId ?? triggerId ?? createHash('sha256').update(JSON.stringify(body)).digest('base64');
    if (seen(key)) {
      log.info({ request: key }, 'a repeated request was refused');
      throw new RefusedRequest('this request was received before', 409);
    }
    await next();
  };
}

function isOurWorkspace(request: z.infer<typeof origin>, identity: Identity): boolean {
  const [installed] = request.authorizations ?? [];
  const team = installed?.team_id ?? request.team_id ?? request.team?.id ?? request.user?.team_id ?? null;
  if (team !== null && team === identity.teamId) return true;
  const enterprise = installed?.enterprise_id ?? request.enterprise_id ?? request.enterprise?.id ?? null;
  return identity.isEnterpriseInstall && enterprise !== null && enterprise === identity.enterpriseId;
}

/**
 * Whether somebody belongs to another organisation (a channel shared by Slack Connect): they read what is answered there
 * and may not ask. In an organisation of several workspaces all of them are at home.
 */
export function isForeign(identity: Identity, asker: AskerOrigin): boolean {
  if (asker.teamId === null || asker.teamId === identity.teamId) return false;
  return identity.enterpriseId === null || !asker.ofOurOrganisation(identity.enterpriseId);
}

/** Where somebody who asks belongs, as far as a request says. */
export interface AskerOrigin {
  teamId: string | null;
  ofOurOrganisation(enterpriseId: string): boolean;
}

const enterprise = z.object({ enterprise: z.object({ id: z.string() }) });

/** Of a press or a shortcut. */
export function presserOrigin(body: { user: { team_id?: string } }): AskerOrigin {
  const organisation = enterprise.safeParse(body).data?.enterprise.id ?? null;
  return {
    teamId: body.user.team_id ?? null,
    ofOurOrganisation: (enterpriseId) => organisation === enterpriseId,
  };
}

const mention = z.object({ event: z.object({ user_team: z.string() }), is_ext_shared_channel: z.boolean().optional() });

/** Of an event; without Slack Connect in the channel everybody in it is of one organisation. */
export function mentionOrigin(body: unknown): AskerOrigin {
  const read = mention.safeParse(body).data;
  return { teamId: read?.event.user_team ?? null, ofOurOrganisation: () => read?.is_ext_shared_channel === false };
}

/** Throws `not-allowed` when this person, their organisation or this channel may not ask. */
export function requireAllowed(allowed: Allowed, asker: { channel: string; user: string; foreign?: boolean }): void {
  if (asker.foreign === true) throw new SparkcheckFailure('not-allowed', { reason: 'workspace' });
  if (allowed.channels !== null && !allowed.channels.includes(asker.channel)) {
    throw new SparkcheckFailure('not-allowed', { reason: 'channel' });
  }
  if (allowed.users !== null && !allowed.users.includes(asker.user)) {
    throw new SparkcheckFailure('not-allowed', { reason: 'user' });
  }
}
