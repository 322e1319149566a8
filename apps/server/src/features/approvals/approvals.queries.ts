import type { ApprovalKind } from '@oyna/domain/approvals';
import type { Permission } from '@oyna/domain/permissions';
import type { ApprovalStatus } from '@oyna/domain/states';
import { APPROVAL_TRANSITIONS } from '@oyna/domain/states';
import { sql } from 'kysely';
import { type Connection, firstRow } from '../../platform/database/connection.ts';
import { mayBecome } from '../../platform/database/transitions.ts';

export interface ApprovalPolicy {
  /** Hundredths of a tenge; without it no refund needs a second person. */
  refundAbove: number | null;
  isForRoles: boolean;
  isForKeyExports: boolean;
  version: number;
}

export async function getPolicy(db: Connection, { isLocked = false } = {}): Promise<ApprovalPolicy> {
  const { rows } = await sql<ApprovalPolicy>`
    SELECT refund_above AS "refundAbove", is_for_roles AS "isForRoles", is_for_key_exports AS "isForKeyExports", version
    FROM approval_policy ${isLocked ? sql`FOR UPDATE` : sql``}`.execute(db);
  return firstRow(rows);
}

export async function savePolicy(db: Connection, policy: Omit<ApprovalPolicy, 'version'>): Promise<void> {
  await sql`UPDATE approval_policy SET refund_above = ${policy.refundAbove}, is_for_roles = ${policy.isForRoles},
    is_for_key_exports = ${policy.isForKeyExports}, version = version + 1`.execute(db);
}

export interface ApprovalRow {
  id: number;
  kind: ApprovalKind;
  subject: string;
  request: object;
  facts: object;
  reason: string;
  requestedBy: number | null;
  requester: string;
  requestedAt: Date;
  expiresAt: Date;
  status: ApprovalStatus;
  decidedBy: number | null;
  decider: string | null;
  decidedAt: Date | null;
  note: string | null;
}

/** A request whose time is over counts as expired, whether its row says so or not. */
const COLUMNS = sql`id, kind, subject, request, facts, reason, requested_by AS "requestedBy", requester,
  requested_at AS "requestedAt", expires_at AS "expiresAt", CASE WHEN status IN ('waiting', 'approved')
    AND expires_at <= now() THEN 'expired' ELSE status END AS status,
  decided_by AS "decidedBy", decider, decided_at AS "decidedAt", note`;

export interface NewApproval {
  kind: ApprovalKind;
  subject: string;
  request: object;
  facts: object;
  reason: string;
  requestedBy: number | null;
  requester: string;
  hours: number;
}

/** Undefined when another request about the subject waits. */
export async function insertApproval(db: Connection, approval: NewApproval): Promise<ApprovalRow | undefined> {
  const { kind, subject, request, facts, reason, requestedBy, requester, hours } = approval;
  await sql`UPDATE approval SET status = 'expired' WHERE kind = ${kind} AND subject = ${subject}
    AND ${mayBecome(APPROVAL_TRANSITIONS, 'expired')} AND expires_at <= now()`.execute(db);
  const { rows } = await sql<ApprovalRow>`
    INSERT INTO approval (kind, subject, request, facts, reason, requested_by, requester, expires_at)
    VALUES (${kind}, ${subject}, ${JSON.stringify(request)}, ${JSON.stringify(facts)}, ${reason}, ${requestedBy},
      ${requester}, now() + make_interval(hours => ${hours}))
    ON CONFLICT (kind, subject) WHERE status = 'waiting' DO NOTHING RETURNING ${COLUMNS}`.execute(db);
  return rows[0];
}

export async function findWaiting(db: Connection, kind: ApprovalKind, subject: string) {
  const { rows } = await sql<ApprovalRow>`
    SELECT ${COLUMNS} FROM approval WHERE kind = ${kind} AND subject = ${subject} AND status = 'waiting'`.execute(db);
  return rows[0];
}

export async function findApproval(db: Connection, id: number, { isLocked = false } = {}) {
  const { rows } = await sql<ApprovalRow>`
    SELECT ${COLUMNS} FROM approval WHERE id = ${id} ${isLocked ? sql`FOR UPDATE` : sql``}`.execute(db);
  return rows[0];
}

export async function saveDecision(
  db: Connection,
  id: number,
  { status, by, note }: { status: ApprovalStatus; by: { id: number | null; name: string }; note: string | null },
): Promise<void> {
  await sql`UPDATE approval SET status = ${status}, decided_by = ${by.id}, decider = ${by.name}, decided_at = now(),
    note = ${note} WHERE id = ${id}`.execute(db);
}

export async function markDone(db: Connection, id: number): Promise<void> {
  await sql`UPDATE approval SET status = 'done' WHERE id = ${id}`.execute(db);
}

interface ListOptions {
  /** What the operator may decide. Their own requests are always listed. */
  kinds: readonly ApprovalKind[];
  operatorId: number;
  isWaiting: boolean;
  after: number | null;
  limit: number;
}

/** Those that wait, the oldest first; the others the latest first. */
export async function listApprovals(db: Connection, options: ListOptions): Promise<ApprovalRow[]> {
  const { kinds, operatorId, isWaiting, after, limit } = options;
  const waits = sql`status = 'waiting' AND expires_at > now()`;
  const { rows } = await sql<ApprovalRow>`
    SELECT ${COLUMNS} FROM approval
    WHERE (kind = ANY (${kinds}::text[]) OR requested_by = ${operatorId}) AND ${isWaiting ? waits : sql`NOT (${waits})`}
      AND (${after}::integer IS NULL OR ${isWaiting ? sql`id > ${after}` : sql`id < ${after}`})
    ORDER BY id ${isWaiting ? sql`ASC` : sql`DESC`} LIMIT ${limit}`.execute(db);
  return rows;
}

/** What the operator may do at this moment. Undefined when they cannot sign in any more. */
export async function findPermissions(db: Connection, operatorId: number): Promise<Permission[] | undefined> {
  const { rows } = await sql<{ permissions: Permission[] }>`
    SELECT permissions FROM operator JOIN operator_role ON operator_role.id = role_id
    WHERE operator.id = ${operatorId} AND disabled_at IS NULL`.execute(db);
  return rows[0]?.permissions;
}

/** How many operators can sign in and have the permission. */
export async function countOperators(db: Connection, permission: Permission): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM operator JOIN operator_role ON operator_role.id = role_id
    WHERE disabled_at IS NULL AND ${permission} = ANY (permissions)`.execute(db);
  return rows[0]?.count ?? 0;
}
