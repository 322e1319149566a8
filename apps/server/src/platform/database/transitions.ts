import { statusesBefore, type TransitionTable } from '@oyna/domain/states';
import { type RawBuilder, sql } from 'kysely';

type Status = string | number;

/** What `status IN (…)` lists. As literals, so that an index of some statuses is used. */
export const statusText = (statuses: readonly Status[]): string =>
  statuses.map((status) => (typeof status === 'number' ? status : `'${status}'`)).join(', ');

/** The same in a query that has parameters. */
export const statusList = (statuses: readonly Status[]): RawBuilder<unknown> => sql.raw(statusText(statuses));

/** Whether the status of a row may change to this one. */
export const mayBecome = <S extends Status>(table: TransitionTable<S>, to: S): RawBuilder<boolean> =>
  sql<boolean>`status IN (${statusList(statusesBefore(table, to))})`;
