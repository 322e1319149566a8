import type { Database } from '../../platform/database/connection.ts';
import { createRateLimits } from '../../platform/database/rate-limits.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { deleteExpiredCodes } from '../codes/codes.service.ts';
import { deleteExpiredSessions } from './sessions.queries.ts';

/** Deletes expired sessions, codes and rate limits. */
export const accountsSweepJob = (db: Database): Job => ({
  name: 'accounts-sweep',
  cron: '7 * * * *',
  async run(signal) {
    await deleteExpiredSessions(db, signal);
    await deleteExpiredCodes(db, signal);
    await createRateLimits(db, { isOn: true }).sweep(signal);
  },
});
