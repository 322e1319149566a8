import type { ClaimReason, KeptClaimFacts, ReplacementSettings } from '@oyna/domain/replacement-policy';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export interface PolicyVersion {
  version: number;
  settings: ReplacementSettings;
  reason: string;
  changedBy: string;
  changedAt: Date;
}

/** The newest first. */
export async function listPolicyVersions(db: Connection, limit: number): Promise<PolicyVersion[]> {
  const rows = await db.selectFrom('replacement_policy').selectAll().orderBy('version', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    version: row.version,
    settings: row.settings as ReplacementSettings,
    reason: row.reason,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  }));
}

/** Returns false when another operator has written this version. */
export async function insertPolicyVersion(
  db: Connection,
  policy: { version: number; settings: ReplacementSettings; reason: string; changedBy: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('replacement_policy')
    .values({
      version: policy.version,
      settings: JSON.stringify(policy.settings),
      reason: policy.reason,
      changed_by: policy.changedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export interface PastClaimRow {
  keyId: number;
  accountId: number;
  openedAt: Date;
  reason: ClaimReason;
  facts: KeptClaimFacts;
  /** The facts were kept when the claim was opened. Others are worked out afterwards. */
  areFactsKept: boolean;
  wasOutOfStock: boolean;
  replacedByOperatorAt: Date | null;
  orderNumber: string;
  productName: string;
  costCents: number;
}

export async function listPastClaims(db: Connection, days: number, limit: number): Promise<PastClaimRow[]> {
  const { rows } = await sql<PastClaimRow>`
    SELECT claim.key_id AS "keyId", claim.account_id AS "accountId", claim.created_at AS "openedAt", claim.reason,
      coalesce(claim.facts, claim_facts(claim.key_id, claim.created_at)) AS facts, claim.facts IS NOT NULL AS "areFactsKept",
      claim.wait_reason IS NOT DISTINCT FROM 'out-of-stock' AS "wasOutOfStock",
      CASE WHEN claim.status = 'replaced' AND NOT claim.is_automatic THEN claim.resolved_at END AS "replacedByOperatorAt",
      payment.number AS "orderNumber", order_item.name AS "productName", key_batch.cost_cents AS "costCents"
    FROM (SELECT * FROM key_claim WHERE created_at > now() - make_interval(days => ${days})
      ORDER BY created_at DESC LIMIT ${limit}) AS claim
    JOIN key_batch ON key_batch.id = claim.batch_id
    JOIN delivery ON delivery.key_id = claim.key_id
    JOIN order_item ON order_item.id = delivery.order_item_id
    JOIN payment ON payment.id = order_item.payment_id
    ORDER BY claim.created_at, claim.key_id`.execute(db);
  return rows;
}
