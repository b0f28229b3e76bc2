import { App, LogLevel } from '@slack/bolt';
import { startLocalSlack } from '../../src/local-slack/start.ts';
import type { LocalSlack, LocalSlackOptions } from '../../src/local-slack/local-slack.ts';

export interface Joined {
  slack: LocalSlack;
  app: App;
  stop(): Promise<void>;
}

/** A local Slack with a plain Bolt app in it, over real HTTP and real signatures. */
export async function joinOverHttp(listen: (app: App) => void, options: LocalSlackOptions = {}): Promise<Joined> {
  const slack = await startLocalSlack(options);
  const app = new App({
    token: slack.botToken,
    signingSecret: slack.signingSecret,
    botId: slack.botId,
    botUserId: slack.botUserId,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
  });
  listen(app);
  const server = await app.start(0);
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The app has no port.');
  slack.deliverTo(`http://127.0.0.1:${address.port}/slack/events`);
  return {
    slack,
    app,
    async stop() {
      await app.stop();
      await slack.close();
    },
  };
}
