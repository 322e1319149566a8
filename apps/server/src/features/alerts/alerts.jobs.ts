import type { Job, Poller, Task } from '../../platform/jobs/worker.ts';
import { type AlertJob, alertMessages, alertPushes } from './alert-channels.ts';
import type { AlertEventsService } from './alert-events.service.ts';
import type { AlertMessagesService } from './alert-messages.service.ts';

/** After a crash the message is sent again with the same id, so that a mailbox or a browser shows it once. */
export const alertTasks = ({ send, giveUp }: AlertMessagesService): Task<AlertJob>[] =>
  [alertMessages, alertPushes].map((queue) => ({
    queue,
    run: ({ messageId }) => send(messageId),
    giveUp: ({ messageId }) => giveUp(messageId),
  }));

/** Changes become events and events become messages within seconds. */
export const alertsPoller = (events: Pick<AlertEventsService, 'collect' | 'release'>): Poller => ({
  name: 'alerts',
  everySeconds: 2,
  async run(signal) {
    await events.collect(signal);
    await events.release(signal);
  },
});

export const oldAlertsJob = (events: Pick<AlertEventsService, 'forgetOld'>): Job => ({
  name: 'old-alerts',
  cron: '41 * * * *',
  run: (signal) => events.forgetOld(signal),
});
