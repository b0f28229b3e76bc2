import { randomBytes } from 'node:crypto';

/** Fresh for each start, in Slack's shapes, so that nothing recorded from one workspace opens another. */
export function mintCredentials(): { tokens: { bot: string; app: string; user: string }; signingSecret: string } {
  const secret = (): string => randomBytes(12).toString('hex');
  return {
    tokens: { bot: `xoxb-local-${secret()}`, app: `xapp-1-local-${secret()}`, user: `xoxp-local-${secret()}` },
    signingSecret: randomBytes(16).toString('hex'),
  };
}
