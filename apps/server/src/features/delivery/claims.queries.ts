import type { ClaimFacts, ClaimReason, WaitReason } from '@oyna/domain/replacement-policy';
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

/** The caller has locked the account. */
export async function readClaimFacts(
  db: Connection,
  keyId: number,
  daysBetweenReplacements: number,
): Promise<Omit<ClaimFacts, 'reason' | 'spentTodayCents'>> {
  const { rows } = await sql<Omit<ClaimFacts, 'reason' | 'spentTodayCents'>>`
    SELECT is_key_opened(delivery.key_id) AS "isOpened", order_item.price_cents AS "priceCents",
      extract(day FROM now() - account.created_at)::integer AS "accountDays",
      account.email_confirmed_at IS NOT NULL AS "isEmailConfirmed",
      earlier.purchases AS "earlierPurchases", earlier.cents AS "earlierPurchasesCents",
      (SELECT count(*)::integer FROM key_claim JOIN product_key AS claimed ON claimed.id = key_claim.key_id
        WHERE claimed.batch_id = product_key.batch_id AND key_claim.key_id <> delivery.key_id
          AND key_claim.status <> 'refused') AS "batchClaims",
      (SELECT count(*)::integer FROM product_key AS delivered WHERE delivered.batch_id = product_key.batch_id
        AND delivered.status IN ('sold', 'disputed', 'revoked')) AS "batchDeliveries",
      extract(day FROM now() - delivery.delivered_at)::integer AS "daysSinceDelivery",
      (SELECT count(*)::integer FROM key_claim WHERE account_id = payment.account_id AND status = 'replaced'
        AND resolved_at > now() - make_interval(days => ${daysBetweenReplacements})) AS "recentReplacements"
    FROM delivery
    JOIN product_key ON product_key.id = delivery.key_id
    JOIN order_item ON order_item.id = delivery.order_item_id
    JOIN payment ON payment.id = order_item.payment_id
    JOIN account ON account.id = payment.account_id
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS purchases, coalesce(sum(base_cents), 0)::integer AS cents
      FROM payment AS other
      WHERE other.account_id = payment.account_id AND other.basket_id IS NOT NULL AND other.status = 'paid'
        AND other.paid_at < payment.paid_at
        AND NOT EXISTS (SELECT FROM key_claim JOIN delivery AS handed ON handed.key_id = key_claim.key_id
          JOIN order_item AS item ON item.id = handed.order_item_id WHERE item.payment_id = other.id)
    ) AS earlier
    WHERE delivery.key_id = ${keyId}`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error(`key ${keyId} was not delivered`);
  return facts;
}
