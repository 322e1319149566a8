import type { Job } from '../../platform/jobs/worker.ts';
import type { DemandService } from './demand.service.ts';

export const demandJob = (demand: DemandService): Job => ({
  name: 'demand',
  cron: '17 * * * *',
  minutes: 20,
  run: async () => void (await demand.refresh()),
});
