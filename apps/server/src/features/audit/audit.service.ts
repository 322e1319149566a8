import { AppError } from '@oyna/domain/errors';
import type { Database } from '../../platform/database/connection.ts';
import * as queries from './audit.queries.ts';

export type AuditService = ReturnType<typeof createAuditService>;

interface AuditRequest extends Omit<queries.AuditFilter, 'after'> {
  after?: string | undefined;
}

/** What was done, for people who may read it. */
export function createAuditService(db: Database) {
  return {
    async list({ after, ...filter }: AuditRequest) {
      if (after !== undefined && !/^\d{1,15}$/.test(after)) throw new AppError('invalid-parameter', { field: 'after' });
      const rows = await queries.listEntries(db, { ...filter, after: after === undefined ? undefined : Number(after) });
      const items = rows.slice(0, filter.limit).map((row) => ({
        position: row.position,
        at: row.done_at.toISOString(),
        actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor },
        action: row.action,
        subject: row.subject,
        reason: row.reason,
        before: row.before,
        after: row.after,
        details: row.details,
        isErased: row.erased_at !== null,
      }));
      return { items, next: rows.length > filter.limit ? String(items.at(-1)?.position) : null };
    },
  };
}
