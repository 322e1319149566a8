import type { PaymentProviderName } from '@oyna/domain/constants';
import { OPENING_CHANNELS } from '@oyna/domain/key-withdrawal';
import {
  BASKET_STATUS,
  DELIVERED_KEY_STATUSES,
  LIVE_PAYMENT_STATUSES,
  OWED_PAYMENT_STATUSES,
  UNOPENED_GIFT_STATUSES,
  WAITING_PAYMENT_STATUSES,
} from '@oyna/domain/states';
import { type PaymentProvider, PaymentProviderError, type ProviderStatus } from '@oyna/providers/payment-provider';
import { sql } from 'kysely';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { statusText } from '../../platform/database/transitions.ts';

const [waiting, live] = [statusText(WAITING_PAYMENT_STATUSES), statusText(LIVE_PAYMENT_STATUSES)];
const delivered = statusText(DELIVERED_KEY_STATUSES);
const channels = statusText(OPENING_CHANNELS);
const unopened = statusText(UNOPENED_GIFT_STATUSES);

/**
 * What must always hold. Each query returns no rows, at any moment. Those that hold only after all is settled leave
 * out what was changed within the last minutes. Sums are grouped once: asked for row by row they take minutes in a store
 * with many orders.
 */
export const INVARIANTS: Record<string, string> = {
  'a key in two deliveries': `
    SELECT key_id AS id FROM delivery GROUP BY key_id HAVING count(*) > 1`,
  'a delivery without a confirmed payment': `
    SELECT delivery.key_id AS id FROM delivery JOIN order_item ON order_item.id = delivery.order_item_id
    JOIN payment ON payment.id = order_item.payment_id WHERE payment.paid_at IS NULL`,
  'a delivery whose payment was not booked in full, in its currency': `
    SELECT delivery.key_id AS id FROM delivery JOIN order_item ON order_item.id = delivery.order_item_id
    JOIN payment ON payment.id = order_item.payment_id
    LEFT JOIN (SELECT payment_id, currency, account, sum(amount) AS amount FROM ledger_transaction
      JOIN ledger_entry ON transaction_id = ledger_transaction.id WHERE kind = 'payment'
      GROUP BY payment_id, currency, account) AS booked ON booked.payment_id = payment.id
      AND booked.currency = payment.currency AND booked.account = 'provider:' || payment.provider
    WHERE payment.amount IS DISTINCT FROM booked.amount`,
  'a paid item of which delivered and refunded are not what was bought': `
    SELECT order_item.id FROM order_item JOIN payment ON payment.id = order_item.payment_id
    LEFT JOIN (SELECT order_item_id, count(*) AS count FROM delivery WHERE replaces_key_id IS NULL
      GROUP BY order_item_id) AS delivered ON delivered.order_item_id = order_item.id
    LEFT JOIN (SELECT order_item_id, count(*) AS count FROM key_return WHERE replaces_key_id IS NULL
      GROUP BY order_item_id) AS returned ON returned.order_item_id = order_item.id
    LEFT JOIN (SELECT order_item_id, sum(refund_item.count) AS count
      FROM refund_item JOIN refund ON refund.id = refund_item.refund_id AND refund.reason <> 'operator'
      GROUP BY order_item_id) AS undelivered ON undelivered.order_item_id = order_item.id
    WHERE payment.paid_at IS NOT NULL AND order_item.count <>
      coalesce(delivered.count, 0) + coalesce(returned.count, 0) + coalesce(undelivered.count, 0)`,
  'a movement that does not sum to zero': `
    SELECT transaction_id AS id FROM ledger_entry GROUP BY transaction_id, currency HAVING sum(amount) <> 0`,
  'a key whose state disagrees with its deliveries': `
    SELECT product_key.id FROM product_key LEFT JOIN delivery ON delivery.key_id = product_key.id
    WHERE (product_key.status IN (${delivered})) <> (delivery.key_id IS NOT NULL)
      AND NOT (product_key.status = 'revoked' AND delivery.key_id IS NOT NULL)
      OR product_key.order_item_id <> delivery.order_item_id`,
  'a refunded item with a key that is still sold': `
    SELECT order_item.id FROM order_item JOIN payment ON payment.id = order_item.payment_id
    LEFT JOIN (SELECT order_item_id, sum(count) AS count FROM refund_item GROUP BY order_item_id) AS refunded
      ON refunded.order_item_id = order_item.id
    JOIN (SELECT delivery.order_item_id, count(*) AS count FROM delivery
      JOIN product_key ON product_key.id = delivery.key_id AND product_key.status IN (${delivered})
      LEFT JOIN delivery AS newer ON newer.replaces_key_id = delivery.key_id
      WHERE newer.key_id IS NULL GROUP BY delivery.order_item_id) AS held ON held.order_item_id = order_item.id
    WHERE payment.paid_at IS NOT NULL AND held.count > order_item.count - least(order_item.count, coalesce(refunded.count, 0))`,
  'a key opened for the first time after its refund': `
    SELECT product_key.id FROM product_key JOIN delivery ON delivery.key_id = product_key.id
    WHERE product_key.status = 'revoked' AND product_key.changed_at < (SELECT min(revealed_at) FROM key_reveal
      WHERE key_reveal.key_id = product_key.id AND channel IN (${channels}))
    UNION ALL
    SELECT delivery.key_id FROM delivery JOIN order_item ON order_item.id = delivery.order_item_id
    JOIN refund ON refund.payment_id = order_item.payment_id AND refund.reason = 'operator'
    JOIN refund_item ON refund_item.refund_id = refund.id AND refund_item.order_item_id = order_item.id
    WHERE refund_item.count >= order_item.count AND refund.done_at < (SELECT min(revealed_at) FROM key_reveal
      WHERE key_reveal.key_id = delivery.key_id AND channel IN (${channels}))
    UNION ALL
    SELECT key_return.key_id FROM key_return JOIN order_item ON order_item.id = key_return.order_item_id
    JOIN payment ON payment.id = order_item.payment_id
    JOIN key_reveal ON key_reveal.key_id = key_return.key_id AND key_reveal.account_id = payment.account_id
    WHERE NOT EXISTS (SELECT FROM delivery JOIN order_item AS item ON item.id = delivery.order_item_id
      JOIN payment AS later ON later.id = item.payment_id
      WHERE delivery.key_id = key_return.key_id AND later.account_id = payment.account_id)`,
  'a claim whose answer disagrees with its key': `
    SELECT key_claim.key_id AS id FROM key_claim JOIN product_key ON product_key.id = key_claim.key_id
    CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM delivery WHERE replaces_key_id = key_claim.key_id)
      OR EXISTS (SELECT FROM key_return WHERE replaces_key_id = key_claim.key_id) AS is_replaced) AS newer
    WHERE newer.is_replaced <> (key_claim.status = 'replaced') OR NOT CASE key_claim.status
      WHEN 'open' THEN product_key.status = 'disputed'
      WHEN 'replaced' THEN product_key.status IN ('disputed', 'revoked')
      WHEN 'refunded' THEN product_key.status = 'revoked'
      ELSE product_key.status IN ('sold', 'revoked') END`,
  'an opened gift whose recipient has not seen a key': `
    SELECT gift.id FROM gift WHERE status = 'opened' AND NOT EXISTS (
      SELECT FROM key_reveal WHERE key_reveal.key_id = gift.key_id AND key_reveal.channel = 'gift')`,
  'a key of a gift that was opened by its giver, or of a closed gift that was opened at all': `
    SELECT gift.id FROM gift JOIN key_reveal ON key_reveal.key_id = gift.key_id AND revealed_at >= gift.created_at
    WHERE gift.status <> 'taken-back' AND key_reveal.channel IN ('page', 'mail')
      OR gift.status IN (${unopened}) AND key_reveal.channel = 'gift'`,
  'a gift that was taken back and opened': `
    SELECT gift.id FROM gift JOIN key_reveal ON key_reveal.key_id = gift.key_id AND key_reveal.channel = 'gift'
    WHERE gift.status = 'taken-back' AND revealed_at BETWEEN gift.created_at AND gift.taken_back_at`,
  'a closed gift whose key its giver does not have any more': `
    SELECT gift.id FROM gift JOIN product_key ON product_key.id = gift.key_id
    WHERE gift.status IN (${unopened}) AND (product_key.status <> 'sold'
      OR product_key.order_item_id IS DISTINCT FROM gift.order_item_id)`,
  'a key held for an order that does not wait any more': `
    SELECT product_key.id FROM product_key JOIN order_item ON order_item.id = product_key.order_item_id
    JOIN payment ON payment.id = order_item.payment_id
    WHERE product_key.status = 'reserved' AND payment.status NOT IN (${live})`,
  'a payment whose items do not sum to it': `
    SELECT payment.id FROM payment JOIN order_item ON order_item.payment_id = payment.id
    GROUP BY payment.id HAVING sum(order_item.amount) <> payment.amount`,
  'a refund larger than its payment': `
    SELECT payment.id FROM payment JOIN refund ON refund.payment_id = payment.id
    GROUP BY payment.id HAVING sum(refund.amount) > payment.amount`,
  'an item refunded more often, or with more, than it was bought for': `
    SELECT order_item.id FROM order_item JOIN refund_item ON refund_item.order_item_id = order_item.id
    GROUP BY order_item.id HAVING sum(refund_item.count) > order_item.count OR sum(refund_item.amount) > order_item.amount`,
  'a refund whose items do not sum to it': `
    SELECT refund.id FROM refund JOIN refund_item ON refund_item.refund_id = refund.id
    GROUP BY refund.id HAVING sum(refund_item.amount) <> refund.amount`,
  'a payment whose status disagrees with its refunds': `
    SELECT payment.id FROM payment CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE status = 'done'), 0) AS done,
        count(*) FILTER (WHERE status = 'waiting') AS waiting, count(*) FILTER (WHERE status = 'failed') AS failed
      FROM refund WHERE payment_id = payment.id) AS refunds
    WHERE payment.paid_at IS NOT NULL AND payment.status <> CASE WHEN waiting > 0 THEN 'refunding'
      WHEN failed > 0 THEN 'refund-failed' WHEN done = 0 THEN 'paid'
      WHEN done < payment.amount THEN 'partly-refunded' ELSE 'refunded' END`,
  'a payment whose ledger disagrees with its refunds': `
    SELECT payment.id FROM payment
    LEFT JOIN (SELECT payment_id, sum(amount) AS amount FROM refund WHERE status = 'done' GROUP BY payment_id)
      AS refunded ON refunded.payment_id = payment.id
    LEFT JOIN (SELECT payment_id, account, sum(amount) AS amount FROM ledger_transaction
      JOIN ledger_entry ON transaction_id = ledger_transaction.id WHERE kind IN ('payment', 'refund')
      GROUP BY payment_id, account) AS booked
      ON booked.payment_id = payment.id AND booked.account = 'provider:' || payment.provider
    WHERE payment.paid_at IS NOT NULL
      AND payment.amount - coalesce(refunded.amount, 0) <> coalesce(booked.amount, 0)`,
  'a refund that is done but not booked': `
    SELECT refund.id FROM refund LEFT JOIN ledger_transaction ON ledger_transaction.refund_id = refund.id
    WHERE (refund.status = 'done') <> (ledger_transaction.id IS NOT NULL)`,
  'a basket that is frozen without a payment': `
    SELECT basket.id FROM basket WHERE status = ${BASKET_STATUS.awaitingPayment} AND NOT EXISTS (
      SELECT FROM payment WHERE basket_id = basket.id AND status IN (${live})
        AND given_up_at IS NULL)`,
  'a paid basket without a payment, or a paid payment without its basket': `
    SELECT basket.id FROM basket WHERE status = ${BASKET_STATUS.paid} AND NOT EXISTS (
      SELECT FROM payment WHERE basket_id = basket.id AND paid_at IS NOT NULL)
    UNION ALL
    SELECT payment.basket_id FROM payment JOIN basket ON basket.id = payment.basket_id
    JOIN order_item ON order_item.payment_id = payment.id JOIN delivery ON delivery.order_item_id = order_item.id
    WHERE basket.status <> ${BASKET_STATUS.paid}`,
  'a promo code used more often than it may be': `
    SELECT id FROM promo_code WHERE used > total_limit
      OR used <> (SELECT count(*) FROM promo_use WHERE promo_code_id = promo_code.id)`,
  // Calculates the discount from the prices, to find a payment that lost its code. What came too late bought nothing.
  'a paid discount without its use of a promo code, or a use without a discount': `
    SELECT payment.id FROM payment LEFT JOIN promo_use ON promo_use.basket_id = payment.basket_id
    CROSS JOIN LATERAL (SELECT sum(price_cents * count) - payment.base_cents AS cents FROM order_item
      WHERE payment_id = payment.id) AS discount
    WHERE payment.paid_at IS NOT NULL AND payment.basket_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM refund WHERE payment_id = payment.id AND reason = 'late')
      AND (discount.cents <> payment.discount_cents OR CASE WHEN discount.cents > 0
        THEN promo_use.promo_code_id IS NULL OR promo_use.promo_code_id IS DISTINCT FROM payment.promo_code_id
        ELSE promo_use.promo_code_id IS NOT NULL END)`,
};

/** Only when nothing is going on: a payment has up to its lifetime to be decided, a refund its tries. */
export const QUIET_INVARIANTS: Record<string, string> = {
  'a payment past its time that is not decided': `
    SELECT id FROM payment WHERE status IN (${waiting}) AND expires_at < now() - interval '5 minutes'`,
  'money that is owed': `
    SELECT payment_id AS id FROM refund WHERE status <> 'done' AND created_at < now() - interval '10 minutes'`,
};

/** Payments that a question of above finds at a later time although nothing of them changes. */
export const UNFINISHED_PAYMENTS = `
  SELECT id FROM payment WHERE status IN (${live}, ${statusText(OWED_PAYMENT_STATUSES)})
  UNION SELECT payment_id FROM refund WHERE status <> 'done'`;

export interface CheckedInvariants {
  count: number;
  faults: string[];
}

/** One line per fault. */
export async function checkInvariants(db: Connection, invariants: Record<string, string>): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, question] of Object.entries(invariants)) {
    const { rows } = await sql<{ id: unknown }>`${sql.raw(question)}`.execute(db);
    if (rows.length > 0) {
      const some = rows.slice(0, 5).map(({ id }) => id);
      faults.push(`${name}: ${rows.length} (${some.join(', ')}${rows.length > some.length ? ', …' : ''})`);
    }
  }
  return faults;
}

const NEWEST = 200;

/** `asked` counts answers. `notAsked` has a line for each provider of which some could not be asked. */
export interface Comparison {
  asked: number;
  notAsked: string[];
  faults: string[];
}

/** Compares the newest payments with the providers, one by one. A database that lost a row still balances. */
export async function compareWithProviders(
  db: Database,
  providers: ReadonlyMap<PaymentProviderName, PaymentProvider>,
): Promise<Comparison> {
  const faults: string[] = [];
  const silent = new Map<string, number>();
  let asked = 0;
  for (const payment of await listToCompare(db, [...providers.keys()])) {
    const provider = providers.get(payment.provider);
    if (!provider) continue;
    const reference = { orderId: payment.order_id, providerPaymentId: payment.provider_payment_id ?? undefined };
    try {
      const answer = await provider.readStatus(reference);
      asked += 1;
      faults.push(...comparePayment(payment, answer));
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error;
      silent.set(provider.name, (silent.get(provider.name) ?? 0) + 1);
      faults.push(`${payment.provider} ${payment.order_id}: ${error.message}`);
    }
  }
  const unknown = await countOfOthers(db, [...providers.keys()]);
  const notAsked = [
    ...unknown.map(({ provider, count }) => `${provider}: ${count} payments, the provider is not configured`),
    ...[...silent].map(([provider, count]) => `${provider}: ${count} payments, the provider does not answer`),
  ];
  return { asked, notAsked, faults };
}

type ComparedPayment = Awaited<ReturnType<typeof listToCompare>>[number];

function listToCompare(db: Database, providers: PaymentProviderName[]) {
  return db
    .selectFrom('payment')
    .select(['id', 'order_id', 'provider', 'provider_payment_id', 'amount', 'currency', 'paid_at'])
    .select([
      sql<number>`(SELECT coalesce(sum(amount), 0)::bigint FROM refund
        WHERE refund.payment_id = payment.id AND refund.status = 'done')`.as('refunded'),
      sql<number>`(SELECT coalesce(sum(amount), 0)::bigint FROM refund
        WHERE refund.payment_id = payment.id AND refund.is_by_hand)`.as('refunded_by_hand'),
    ])
    .where('provider_payment_id', 'is not', null)
    .where('provider', '=', sql<string>`ANY (${providers}::text[])`)
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
}

/** Reads one row per provider, and the payments of those that are not configured. */
async function countOfOthers(db: Database, providers: PaymentProviderName[]) {
  const { rows } = await sql<{ provider: string; count: number }>`
    WITH RECURSIVE known AS (
      (SELECT provider FROM payment ORDER BY provider LIMIT 1)
      UNION ALL
      SELECT (SELECT payment.provider FROM payment WHERE payment.provider > known.provider ORDER BY payment.provider LIMIT 1)
      FROM known WHERE known.provider IS NOT NULL
    )
    SELECT known.provider, counted.count FROM known CROSS JOIN LATERAL (
      SELECT count(*)::integer AS count FROM payment
      WHERE payment.provider = known.provider AND provider_payment_id IS NOT NULL) AS counted
    WHERE known.provider <> ALL (${providers}::text[]) AND counted.count > 0 ORDER BY known.provider`.execute(db);
  return rows;
}

function comparePayment(payment: ComparedPayment, answer: ProviderStatus): string[] {
  // Some providers report a full refund as cancelled.
  const isGivenBack = answer.status === 'refunded' || (answer.status === 'cancelled' && payment.refunded > 0);
  const isPaidThere = isGivenBack || answer.status === 'paid' || answer.status === 'partly-refunded';
  const name = `${payment.provider} ${payment.order_id}`;
  if (isPaidThere !== (payment.paid_at !== null)) {
    return [`${name}: ${answer.status} there, ${payment.paid_at ? 'paid' : 'not paid'} here`];
  }
  if (answer.status === 'not-found' || !isPaidThere) return [];
  const faults: string[] = [];
  if (answer.amount !== undefined && answer.amount !== payment.amount) {
    faults.push(`${name}: ${answer.amount} there, ${payment.amount} here`);
  }
  const refundedThere = isGivenBack ? payment.amount : answer.refundedAmount;
  // The provider knows of a refund made in its panel, and not of one made by bank transfer.
  const leastThere = payment.refunded - payment.refunded_by_hand;
  if (refundedThere !== undefined && (refundedThere < leastThere || refundedThere > payment.refunded)) {
    faults.push(`${name}: ${refundedThere} given back there, ${payment.refunded} here`);
  }
  return faults;
}
