import type { Language } from '@oyna/domain/constants';
import { askedTogether } from '../../asked-together.ts';
import type { Database } from '../../database/connection.ts';
import * as queries from './statistics.queries.ts';

export type StatisticsService = ReturnType<typeof createStatisticsService>;

export function createStatisticsService(db: Database) {
  return {
    /** One row takes all visits of a day, so they are written together: however many come, nobody queues for it. */
    countVisit: askedTogether<Language, undefined>(
      async (languages) => {
        const visits = new Map<Language, number>();
        for (const language of languages) visits.set(language, (visits.get(language) ?? 0) + 1);
        await queries.addVisits(db, visits);
        return languages.map(() => undefined);
      },
      { lots: 1, most: 10_000 },
    ),
  };
}
