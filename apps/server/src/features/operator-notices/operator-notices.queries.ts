import type { Language } from '@oyna/domain/constants';
import { sql } from 'kysely';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';

export const NOTICE_KINDS = ['claim', 'review', 'refund-failed', 'message', 'supplier-balance', 'low-stock'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface RoleNotices {
  roleId: string;
  /** Empty for built-in roles, whose names are translated. */
  name: string;
  kinds: NoticeKind[];
}

/** Every role with the mails that it gets. */
export async function listRoleNotices(db: Connection, roleId?: string): Promise<RoleNotices[]> {
  const { rows } = await sql<RoleNotices>`
    SELECT operator_role.id AS "roleId", operator_role.name,
      ARRAY(SELECT kind FROM operator_role_notice WHERE role_id = operator_role.id ORDER BY kind) AS kinds
    FROM operator_role WHERE ${roleId ?? null}::text IS NULL OR operator_role.id = ${roleId ?? null} ORDER BY id`.execute(
    db,
  );
  return rows;
}

/** Until the transaction ends no other change of this role begins. */
export async function lockRole(db: Connection, roleId: string): Promise<void> {
  await sql`SELECT FROM operator_role WHERE id = ${roleId} FOR UPDATE`.execute(db);
}

export async function replaceRoleNotices(db: Connection, roleId: string, kinds: readonly NoticeKind[]): Promise<void> {
  await sql`DELETE FROM operator_role_notice WHERE role_id = ${roleId}`.execute(db);
  await sql`INSERT INTO operator_role_notice (role_id, kind)
    SELECT ${roleId}, kind FROM unnest(${kinds}::text[]) AS chosen (kind)`.execute(db);
}

/**
 * The operators of the role get no mail about what happened before it chose these kinds. An event of the last seconds may not be
 * committed yet, so it counts as later.
 */
export async function skipEarlierEvents(db: Connection, roleId: string, kinds: readonly NoticeKind[]): Promise<void> {
  await sql`INSERT INTO operator_notice AS known (operator_id, kind, last_event_id, sent_at)
    SELECT operator.id, chosen.kind, last.id, 'epoch' FROM operator CROSS JOIN unnest(${kinds}::text[]) AS chosen (kind)
    CROSS JOIN LATERAL (SELECT max(id) AS id FROM operator_event AS event
      WHERE event.kind = chosen.kind AND event.created_at < now() - interval '2 seconds') AS last
    WHERE operator.role_id = ${roleId} AND last.id IS NOT NULL
    ON CONFLICT (operator_id, kind) DO UPDATE SET last_event_id = greatest(known.last_event_id, excluded.last_event_id)`.execute(
    db,
  );
}

export interface DueNotice {
  operatorId: number;
  kind: NoticeKind;
  lastEventId: number;
  /** The oldest ids, and how many there are. */
  subjects: string[];
  count: number;
}

/** False when another worker is at it. */
export async function tryLockNotices(transaction: Connection): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext('operator-notices')) AS locked`.execute(transaction);
  return rows[0]?.locked ?? false;
}

/**
 * One row per operator and kind: what has happened since the last mail, if that was sent before the pause. Events of the last
 * seconds wait, because one with a smaller id may not be committed yet.
 */
export async function listDueNotices(db: Connection, pauseSeconds: number, listed: number): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    SELECT operator.id AS "operatorId", chosen.kind, max(event.id) AS "lastEventId", count(*)::integer AS count,
      (array_agg(event.subject ORDER BY event.id))[1:${sql.lit(listed)}] AS subjects
    FROM operator JOIN operator_role_notice AS chosen ON chosen.role_id = operator.role_id
    LEFT JOIN operator_notice AS sent ON sent.operator_id = operator.id AND sent.kind = chosen.kind
    JOIN operator_event AS event ON event.kind = chosen.kind AND event.id > coalesce(sent.last_event_id, 0)
      AND event.created_at > greatest(operator.created_at, now() - interval '1 day')
      AND event.created_at < now() - interval '2 seconds'
    WHERE operator.disabled_at IS NULL
      AND (sent.sent_at IS NULL OR sent.sent_at <= now() - make_interval(secs => ${pauseSeconds}))
      AND CASE WHEN event.kind = 'claim' THEN EXISTS (
        SELECT FROM key_claim WHERE key_id = event.subject::bigint AND status = 'open')
        WHEN event.kind = 'low-stock' THEN EXISTS (
          SELECT FROM stock_level WHERE product_id = event.subject::integer AND low_since IS NOT NULL) ELSE true END
    GROUP BY operator.id, chosen.kind ORDER BY operator.id, chosen.kind`.execute(db);
  return rows;
}

export async function markNoticed(db: Connection, { operatorId, kind, lastEventId }: DueNotice): Promise<void> {
  await sql`INSERT INTO operator_notice (operator_id, kind, last_event_id) VALUES (${operatorId}, ${kind}, ${lastEventId})
    ON CONFLICT (operator_id, kind) DO UPDATE SET last_event_id = excluded.last_event_id, sent_at = now()`.execute(db);
}

export async function findOperatorToMail(
  db: Connection,
  operatorId: number,
): Promise<{ email: string; language: Language } | undefined> {
  const { rows } = await sql<{ email: string; language: Language }>`
    SELECT email, language FROM operator WHERE id = ${operatorId} AND disabled_at IS NULL`.execute(db);
  return rows[0];
}

/** The names of products, in the order of their ids. */
export async function listProductNames(db: Connection, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM product WHERE id = ANY (${productIds}::integer[]) ORDER BY id`.execute(db);
  return rows.map(({ name }) => name);
}

/** The short numbers of orders, in the order of their ids. */
export async function listOrderNumbers(db: Connection, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    SELECT number FROM payment WHERE order_id = ANY (${orderIds}::text[]) ORDER BY id`.execute(db);
  return rows.map(({ number }) => number);
}

export async function deleteOldEvents(db: Database, signal?: AbortSignal): Promise<void> {
  await deleteInBatches(
    db,
    'operator_event',
    sql`created_at < now() - interval '30 days'`,
    signal,
    sql.ref('created_at'),
  );
}
