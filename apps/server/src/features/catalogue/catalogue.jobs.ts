import type { Poller } from '../../platform/jobs/worker.ts';
import type { DraftsService } from './catalogue-drafts.service.ts';

/** Publishes drafts at their time, by the clock of the database. */
export const publishingPoller = (drafts: Pick<DraftsService, 'publishDue'>): Poller => ({
  name: 'publishing',
  everySeconds: 10,
  async run(signal) {
    while (!signal.aborted && (await drafts.publishDue()));
  },
});
