import { PAGER } from './seed.ts';
import { addMessage, findChannel, type Workspace } from './workspace.ts';

/**
 * An alert as Alertmanager's Slack receiver posts it: no text and no blocks, everything in one attachment. The application
 * stands nowhere else, so only a shortcut that looks there finds it.
 */
export function postAlert(workspace: Workspace, application: string): void {
  const incidents = findChannel(workspace, 'incidents');
  if (!incidents) return;
  const title = '[FIRING:1] SparkJobOverDeadline (batch data-platform critical)';
  addMessage(workspace, {
    channel: incidents.id,
    user: PAGER,
    text: '',
    attachments: [
      {
        fallback: title,
        color: 'danger',
        title,
        text: 'The job is past its deadline, and the jobs after it are waiting.',
        fields: [
          { title: 'Application', value: `\`${application}\``, short: true },
          { title: 'Severity', value: 'critical', short: true },
          { title: 'Runbook', value: 'Find out why it is slow before you run it again.', short: false },
        ],
        footer: 'Alertmanager',
        mrkdwn_in: ['fallback', 'pretext', 'text', 'fields'],
      },
    ],
  });
}
