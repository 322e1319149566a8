import { LANGUAGES } from '@oyna/domain/constants';
import type { Database } from '../../database/connection.ts';
import { listVisits } from './statistics.queries.ts';

const DAYS = 30;

/** A line for each day, the newest first. */
export async function describeVisits(db: Database): Promise<string[]> {
  const days = Map.groupBy(await listVisits(db, DAYS), ({ day }) => day);
  if (days.size === 0) return ['Nobody has come yet'];
  return [...days].map(([day, rows]) => {
    const languages = LANGUAGES.map(
      (language) => `${language} ${rows.find((row) => row.language === language)?.visits ?? 0}`,
    );
    return [day, ...languages, `together ${rows.reduce((sum, { visits }) => sum + visits, 0)}`].join('  ');
  });
}
