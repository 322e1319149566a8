import { statusesBefore, type TransitionTable } from '@oyna/domain/states';
import { type RawBuilder, sql } from 'kysely';

/** Whether the status of a row may change to this one. With literals, so that an index of one status is used. */
export const mayBecome = <S extends string | number>(table: TransitionTable<S>, to: S): RawBuilder<boolean> =>
  sql<boolean>`status IN (${sql.join(statusesBefore(table, to).map((status) => sql.lit(status)))})`;
