import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { APP_ID } from './a-narration.ts';
import { aWorkspace, type Workspace } from './a-workspace.ts';

const KINDS = [
  'event_callback',
  'block_actions',
  'message_action',
  'view_submission',
  'view_closed',
  'shortcut',
  'block_suggestion',
  'interactive_message',
  'dialog_submission',
  'url_verification',
  'no_such_kind',
];

/** Whoever holds the secret can send anything; so can Slack, in a year from now. */
function anyBody(workspace: Workspace): fc.Arbitrary<unknown> {
  const { teamId, userId } = workspace.slack;
  const odd = fc.constantFrom<unknown>(null, 0, '', 'x', [], {}, [null], { id: null }, true);
  const oddly = <T>(usual: T) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant<unknown>(usual) }, { arbitrary: odd, weight: 1 });
  const button = { type: 'button', action_id: 'run-again', value: APP_ID, block_id: 'b', text: {} };
  const mention = { type: 'app_mention', user: userId, text: 'help', ts: '1.2', channel: 'C0INCIDENT' };
  return fc.oneof(
    fc
      .record(
        {
          type: oddly('block_actions'),
          team_id: oddly(teamId),
          team: oddly({ id: teamId }),
          user: oddly({ id: userId, team_id: teamId }),
          channel: oddly({ id: 'C0INCIDENT' }),
          message: oddly({ ts: '1.2', text: 'words', blocks: [] }),
          container: oddly({ message_ts: '1.2' }),
          actions: fc.oneof(oddly([button]), fc.array(odd, { maxLength: 3 })),
          view: oddly({ id: 'V1' }),
          trigger_id: fc.uuid(),
          response_url: oddly('http://127.0.0.1:9/respond'),
          callback_id: oddly('check_this_spark_app'),
          kind: fc.constantFrom(...KINDS),
        },
        { requiredKeys: ['kind'] },
      )
      .map(({ kind, ...body }) => ({ ...body, type: kind })),
    fc.record(
      {
        type: fc.constant('event_callback'),
        team_id: oddly(teamId),
        event_id: fc.uuid(),
        event: fc.oneof(
          oddly(mention),
          fc.record(
            {
              type: oddly('app_mention'),
              user: oddly(userId),
              text: oddly('help'),
              ts: oddly('1.2'),
              thread_ts: oddly('1.1'),
              channel: oddly('C0INCIDENT'),
            },
            { requiredKeys: [] },
          ),
        ),
        authorizations: oddly([{ team_id: teamId }]),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        command: oddly('/sparkcheck'),
        text: oddly('help'),
        channel_id: oddly('C0INCIDENT'),
        user_id: oddly(userId),
        team_id: oddly(teamId),
        trigger_id: fc.uuid(),
        response_url: oddly('http://127.0.0.1:9/respond'),
      },
      { requiredKeys: [] },
    ),
    fc.jsonValue(),
  );
}

/** The status of the answer to a rightly signed body, as JSON or in a form. */
async function statusOf({ app, slack }: Workspace, content: unknown, inForm: boolean): Promise<number> {
  const json = JSON.stringify(content);
  const body = inForm ? new URLSearchParams({ payload: json }).toString() : json;
  const seconds = Math.floor(Date.now() / 1_000);
  const hash = createHmac('sha256', slack.signingSecret).update(`v0:${seconds}:${body}`).digest('hex');
  const headers = {
    'content-type': inForm ? 'application/x-www-form-urlencoded' : 'application/json',
    'x-slack-request-timestamp': String(seconds),
    'x-slack-signature': `v0=${hash}`,
  };
  const url = `http://127.0.0.1:${app.port}/slack/events`;
  return (await fetch(url, { method: 'POST', headers, body: Buffer.from(body) })).status;
}

it('whatever is sent under a right signature is answered, and the bot stays up', async () => {
  const workspace = await aWorkspace();
  const stray: unknown[] = [];
  const remember = (error: unknown) => void stray.push(error);
  process.on('unhandledRejection', remember);
  onTestFinished(() => void process.off('unhandledRejection', remember));

  const requests = fc.sample(fc.tuple(anyBody(workspace), fc.boolean()), {
    numRuns: 400,
    seed: fc.readConfigureGlobal().seed ?? 1,
  });
  const statuses = await Promise.all(requests.map(([body, inForm]) => statusOf(workspace, body, inForm)));
  expect(statuses.filter((status) => ![200, 400, 403, 404, 409, 500].includes(status))).toEqual([]);
  await workspace.slack.type(`/sparkcheck ${APP_ID}`, { channel: 'data-eng' });
  await workspace.until('an answer', () => workspace.said('data-eng').some(({ text }) => text.startsWith('So:')));
  expect(stray).toEqual([]);
}, 60_000);
