import type { Job } from '../../platform/jobs/worker.ts';
import type { PicturesService } from './pictures.service.ts';

/** Deletes files of removed pictures. */
export const pictureSweepJob = (pictures: Pick<PicturesService, 'sweep'>): Job => ({
  name: 'pictures-sweep',
  cron: '41 * * * *',
  run: pictures.sweep,
});
