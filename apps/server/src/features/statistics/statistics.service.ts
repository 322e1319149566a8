import type { Language } from '@oyna/domain/constants';
import { createBatcher } from '../../platform/batcher.ts';
import type { Database } from '../../platform/database/connection.ts';
import * as queries from './statistics.queries.ts';

export type StatisticsService = ReturnType<typeof createStatisticsService>;

export function createStatisticsService(db: Database) {
  return {
    /** One row takes all visits of a day, so they are written together: however many come, nobody queues for it. */
    countVisit: createBatcher<Language, undefined>(
      async (languages) => {
        const visits = new Map<Language, number>();
        for (const language of languages) visits.set(language, (visits.get(language) ?? 0) + 1);
        await queries.addVisits(db, visits);
        return languages.map(() => undefined);
      },
      { maxBatches: 1, batchSize: 10_000 },
    ),
  };
}
