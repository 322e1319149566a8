import type { Language } from '@oyna/domain/constants';
import { createBatcher } from '../../platform/batcher.ts';
import type { Database } from '../../platform/database/connection.ts';
import * as queries from './statistics.queries.ts';

export type StatisticsService = ReturnType<typeof createStatisticsService>;

export function createStatisticsService(db: Database) {
  return {
    /** All visits of a day are one row. They are written in batches, so that requests do not wait for its lock. */
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
