import { createHmac } from 'node:crypto';

/** Slack's request signature: https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function signatureHeaders(secret: string, timestampSeconds: number, body: string): Record<string, string> {
  const digest = createHmac('sha256', secret).update(`v0:${timestampSeconds}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': String(timestampSeconds), 'x-slack-signature': `v0=${digest}` };
}
