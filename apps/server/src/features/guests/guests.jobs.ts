import type { Database } from '../../platform/database/connection.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { sweepGuests } from './guests.service.ts';

export const guestsSweepJob = (db: Database): Job => ({
  name: 'guests-sweep',
  cron: '17 * * * *',
  run: (signal) => sweepGuests(db, signal),
});
