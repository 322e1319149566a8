import type { Database } from '../../platform/database/connection.ts';
import { createRateLimits } from '../../platform/database/rate-limits.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { limitChanges } from '../../platform/unchecked-changes.ts';
import { deleteExpiredCodes } from '../codes/codes.service.ts';
import { deleteExpiredSessions } from './sessions.queries.ts';

/** Deletes expired sessions, codes and rate limits, and the list of changes of a store that is not checked. */
export const accountsSweepJob = (db: Database): Job => ({
  name: 'accounts-sweep',
  cron: '7 * * * *',
  async run(signal) {
    await deleteExpiredSessions(db, signal);
    await deleteExpiredCodes(db, signal);
    await createRateLimits(db, { isOn: true }).sweep(signal);
    await limitChanges(db, signal);
  },
});
