import { LANGUAGES } from '@oyna/domain/constants';
import type { Database } from '../../platform/database/connection.ts';
import { listVisits } from './statistics.queries.ts';

const DAYS = 30;

type DailyVisits = Awaited<ReturnType<typeof listDailyVisits>>[number];

/** The newest days first. */
export async function listDailyVisits(db: Database) {
  const days = Map.groupBy(await listVisits(db, DAYS), ({ day }) => day);
  return [...days].map(([day, rows]) => ({
    day,
    languages: LANGUAGES.map((language) => ({
      language,
      visits: rows.find((row) => row.language === language)?.visits ?? 0,
    })),
    total: rows.reduce((sum, { visits }) => sum + visits, 0),
  }));
}

export const describeVisits = ({ day, languages, total }: DailyVisits): string =>
  [day, ...languages.map(({ language, visits }) => `${language} ${visits}`), `together ${total}`].join('  ');
