import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export interface AuditFilter {
  actorId?: number | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  /** Days of the store's time zone, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Only entries before this position. */
  after?: number | undefined;
  limit: number;
}

/**
 * The newest first. One more than asked for shows that there is a next page. Entries of some days are read by their time, which has
 * an index; by position everything after those days would be read first.
 */
export async function listEntries(db: Connection, filter: AuditFilter) {
  const isByTime = filter.from !== undefined || filter.to !== undefined;
  let query = db
    .selectFrom('audit_entry')
    .select([
      'position',
      'done_at',
      'actor_kind',
      'actor_id',
      'actor',
      'action',
      'subject',
      'reason',
      'before',
      'after',
      'details',
      'erased_at',
    ])
    .$if(isByTime, (entries) => entries.orderBy('done_at', 'desc'))
    .orderBy('position', 'desc')
    .limit(filter.limit + 1);
  if (filter.actorId !== undefined) query = query.where('actor_id', '=', filter.actorId);
  if (filter.action !== undefined) query = query.where('action', '=', filter.action);
  if (filter.subject !== undefined) query = query.where('subject', '=', filter.subject);
  if (filter.from !== undefined) query = query.where('done_at', '>=', sql<Date>`shop_midnight(${filter.from}::date)`);
  if (filter.to !== undefined) query = query.where('done_at', '<', sql<Date>`shop_midnight(${filter.to}::date + 1)`);
  if (filter.after !== undefined)
    query = isByTime
      ? query.where(sql<boolean>`(done_at, position) < (
          SELECT last.done_at, last.position FROM audit_entry AS last WHERE last.position = ${filter.after})`)
      : query.where('position', '<', filter.after);
  return query.execute();
}
