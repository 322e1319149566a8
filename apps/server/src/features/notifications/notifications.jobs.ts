import type { Database } from '../../platform/database/connection.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { forgetOldNotifications } from './notifications.service.ts';

export const oldNotificationsJob = (database: Database): Job => ({
  name: 'old-notifications',
  cron: '27 * * * *',
  run: (signal) => forgetOldNotifications(database, signal),
});
