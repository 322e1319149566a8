import type { Database } from '../../platform/database/connection.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { createOperatorSessionsService } from './operator-sessions.service.ts';

/** Deletes sessions of operators that have ended. */
export const operatorSweepJob = (db: Database): Job => ({
  name: 'operators-sweep',
  cron: '17 * * * *',
  run: () => createOperatorSessionsService(db).sweep(),
});
