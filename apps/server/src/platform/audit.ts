import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Language } from '@oyna/domain/constants';
import type { OperatorLimits, Permission } from '@oyna/domain/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Connection, Database } from './database/connection.ts';
import { inSnapshot } from './database/transaction.ts';

/** Who acts: an operator in the console, a person at the command line, or the store itself. Only operators have an id. */
export interface Actor {
  kind: 'operator' | 'command' | 'system';
  id: number | null;
  name: string;
  /** With an approved request: who asked. The actor is the colleague who approved it. */
  requestedBy?: { id: number; name: string };
}

/** The operator of a request, as the database knows them at this moment. */
export interface SignedInOperator {
  id: number;
  sessionId: string;
  name: string;
  email: string;
  roleId: string;
  permissions: readonly Permission[];
  limits: OperatorLimits;
  language: Language;
  secondFactorAt: Date | null;
}

/** Whose limits count, and who is named in what the action makes. */
export const requesterOf = ({ id, requestedBy }: Actor): number | null => requestedBy?.id ?? id;

/** Who runs the command. */
export const currentOperator = (): Actor => ({ kind: 'command', id: null, name: operatorName() });

interface AuditEntry {
  actor: Actor;
  action: string;
  subject: string;
  /** Why, in the words of the actor. */
  reason?: string | undefined;
  /** What the action changed, as it was and as it is. */
  before?: object | undefined;
  after?: object | undefined;
  details?: object | undefined;
}

/**
 * Records an action in the same transaction as the action, so that neither exists without the other. Keys and secrets are
 * never recorded. The database chains the entries by hash, one after the other, so record at the end of a transaction.
 */
export async function audit(db: Connection, entry: AuditEntry): Promise<void> {
  const { actor, action, subject, reason, before, after, details = {} } = entry;
  const toJson = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  await db
    .insertInto('audit_entry')
    .values({
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor: actor.name,
      action,
      subject,
      reason: reason ?? null,
      before: toJson(before),
      after: toJson(after),
      details: toJson(actor.requestedBy ? { ...details, requestedBy: actor.requestedBy.name } : details),
    })
    .execute();
}

/** Who has changed the subject last, as the audit log knows it. Of an approved change it is the one who asked for it. */
export async function findLastChange(
  db: Connection,
  subject: string,
): Promise<{ changedBy: string; changedAt: Date } | undefined> {
  return db
    .selectFrom('audit_entry')
    .select([sql<string>`coalesce(details ->> 'requestedBy', actor)`.as('changedBy'), 'done_at as changedAt'])
    .where('subject', '=', subject)
    .orderBy('done_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Personal data is erased on request. The entry stays, says when, and its place in the chain can still be verified. */
export const eraseAuditContent = (db: Connection, subject: string): Promise<void> =>
  eraseContent(db, sql`subject = ${subject}`);

/** The same for actions whose subject is not the order that they are about. */
export const eraseAuditOfOrders = (db: Connection, action: string, orderIds: readonly string[]): Promise<void> =>
  eraseContent(db, sql`action = ${action} AND details ->> 'orderId' = ANY (${orderIds})`);

async function eraseContent(db: Connection, isMeant: RawBuilder<unknown>): Promise<void> {
  await sql`UPDATE audit_entry SET erased_at = now(), reason = NULL, details = '{}', before = NULL, after = NULL
    WHERE ${isMeant} AND erased_at IS NULL`.execute(db);
}

const CHECKED_AT_ONCE = 50_000;
const BEGINNING = createHash('sha256').update('oyna').digest('hex');

/** Follows the chain from its beginning. Returns one line per fault: an entry that was changed, removed or inserted. */
export const checkAuditChain = (db: Database): Promise<{ entries: number; faults: string[] }> =>
  // An entry that is added meanwhile belongs to the head and to no chunk.
  inSnapshot(db, followChain);

async function followChain(db: Connection): Promise<{ entries: number; faults: string[] }> {
  const faults: string[] = [];
  let entries = 0;
  let last = { position: 0, hash: BEGINNING };
  for (let isMore = true; isMore; ) {
    const { rows } = await sql<{ position: number; hash: string; fault: string | null }>`
      SELECT position, encode(hash, 'hex') AS hash, CASE
        WHEN position <> coalesce(lag(position) OVER in_order, ${last.position}) + 1 THEN 'entries before it are missing'
        WHEN previous_hash <> coalesce(lag(hash) OVER in_order, decode(${last.hash}, 'hex'))
          THEN 'it does not follow the entry before it'
        WHEN hash <> hash_audit_entry(audit_entry) THEN 'it was changed'
        WHEN erased_at IS NULL AND content_hash <> hash_audit_content(audit_entry) THEN 'its content was changed'
      END AS fault
      FROM audit_entry WHERE position > ${last.position} AND position <= (SELECT max(position) FROM (
        SELECT position FROM audit_entry WHERE position > ${last.position} ORDER BY position LIMIT ${CHECKED_AT_ONCE}
      ) AS chunk)
      WINDOW in_order AS (ORDER BY position) ORDER BY position`.execute(db);
    faults.push(...rows.flatMap(({ position, fault }) => (fault ? `audit entry ${position}: ${fault}` : [])));
    entries += rows.length;
    last = rows.at(-1) ?? last;
    isMore = rows.length > 0;
  }
  const { rows: heads } = await sql<{ position: number; hash: string }>`
    SELECT position, encode(hash, 'hex') AS hash FROM audit_head`.execute(db);
  if (heads[0]?.position !== last.position || heads[0].hash !== last.hash) {
    faults.push(`audit entry ${last.position} is not the one that was added last`);
  }
  return { entries, faults };
}

/** The same for the entries that were added, changed or removed since the last check, with their neighbours. */
export async function checkAuditChanges(db: Connection): Promise<{ entries: number; faults: string[] }> {
  const { rows } = await sql<{ entries: number; faults: string[] | null }>`
    WITH changed AS MATERIALIZED (SELECT DISTINCT subject::bigint AS position FROM unchecked_change WHERE kind = 'audit'),
    newest AS (SELECT coalesce(max(position), 0) AS position FROM audit_entry),
    entry AS (
      SELECT near.position, CASE
        WHEN this.id IS NULL THEN 'it is missing'
        WHEN near.position > 1 AND previous.position IS NULL THEN 'entries before it are missing'
        WHEN this.previous_hash <> coalesce(previous.hash, decode(${BEGINNING}, 'hex'))
          THEN 'it does not follow the entry before it'
        WHEN this.hash <> hash_audit_entry(this) THEN 'it was changed'
        WHEN this.erased_at IS NULL AND this.content_hash <> hash_audit_content(this) THEN 'its content was changed'
      END AS fault
      FROM (SELECT position FROM changed UNION SELECT position + 1 FROM changed) AS near
      LEFT JOIN audit_entry AS this ON this.position = near.position
      LEFT JOIN audit_entry AS previous ON previous.position = near.position - 1
      WHERE near.position <= greatest((SELECT position FROM newest), (SELECT position FROM audit_head))
    ), fault AS (
      SELECT position, format('audit entry %s: %s', position, fault) AS line FROM entry WHERE fault IS NOT NULL
      UNION ALL
      SELECT newest.position, format('audit entry %s is not the one that was added last', newest.position)
      FROM newest LEFT JOIN audit_entry AS last ON last.position = newest.position CROSS JOIN audit_head
      WHERE (audit_head.position, audit_head.hash)
        <> (newest.position, coalesce(last.hash, decode(${BEGINNING}, 'hex')))
    )
    SELECT (SELECT count(*)::integer FROM changed) AS entries, (SELECT array_agg(line ORDER BY position, line) FROM fault) AS faults`.execute(
    db,
  );
  return { entries: rows[0]?.entries ?? 0, faults: rows[0]?.faults ?? [] };
}

/** The name of the user of this process. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`; // in a container the user often has no name
  }
}
