import type { ClaimReason, KeptClaimFacts, WaitReason } from '@oyna/domain/replacement-policy';
import type { ClaimStatus } from '@oyna/domain/states';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

/** Any number, the same on every node: automatic replacements spend the daily budget one after the other. */
const BUDGET_LOCK = 7_164_963;

export interface ClaimState {
  status: ClaimStatus;
  newKeyId: number | null;
}

export async function findClaim(db: Connection, keyId: number): Promise<ClaimState | undefined> {
  const { rows } = await sql<ClaimState>`
    SELECT status, (SELECT key_id FROM delivery WHERE replaces_key_id = key_claim.key_id) AS "newKeyId"
    FROM key_claim WHERE key_id = ${keyId}`.execute(db);
  return rows[0];
}

interface NewClaim {
  keyId: number;
  accountId: number;
  reason: ClaimReason;
  comment: string;
  /** Null when the key is replaced at once. */
  waitReason: WaitReason | null;
  facts: KeptClaimFacts;
  policyVersion: number;
}

export async function insertClaim(db: Connection, claim: NewClaim): Promise<void> {
  await db
    .insertInto('key_claim')
    .values({
      key_id: claim.keyId,
      account_id: claim.accountId,
      reason: claim.reason,
      comment: claim.comment,
      wait_reason: claim.waitReason,
      facts: JSON.stringify(claim.facts),
      policy_version: claim.policyVersion,
      ...(claim.waitReason === null && { status: 'replaced', is_automatic: true, resolved_at: sql<Date>`now()` }),
    })
    .execute();
}

export async function insertReplacement(db: Connection, oldKeyId: number, newKeyId: number): Promise<void> {
  await sql`
    INSERT INTO delivery (key_id, order_item_id, replaces_key_id)
    SELECT ${newKeyId}, order_item_id, key_id FROM delivery WHERE key_id = ${oldKeyId}`.execute(db);
}

/** Until the transaction ends no other one spends from the budget. */
export async function lockDailyBudget(db: Connection): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${BUDGET_LOCK})`.execute(db);
}

/** The prices of the keys that were replaced automatically in the last 24 hours. */
export async function sumSpentToday(db: Connection): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(order_item.price_cents), 0)::integer AS cents
    FROM key_claim
    JOIN delivery ON delivery.key_id = key_claim.key_id
    JOIN order_item ON order_item.id = delivery.order_item_id
    WHERE key_claim.is_automatic AND key_claim.resolved_at > now() - interval '24 hours'`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** The caller has locked the account. `clock_timestamp()`, because the key may have been opened since the transaction began. */
export async function readClaimFacts(db: Connection, keyId: number): Promise<KeptClaimFacts> {
  const { rows } = await sql<{ facts: KeptClaimFacts | null }>`
    SELECT claim_facts(${keyId}, clock_timestamp()) AS facts`.execute(db);
  const facts = rows[0]?.facts;
  if (!facts) throw new Error(`key ${keyId} was not delivered`);
  return facts;
}

/** Keys of the account that were replaced in the last days, by the policy or by an operator. */
export async function countRecentReplacements(db: Connection, accountId: number, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM key_claim WHERE account_id = ${accountId} AND status = 'replaced'
      AND resolved_at > now() - make_interval(days => ${days})`.execute(db);
  return rows[0]?.count ?? 0;
}
