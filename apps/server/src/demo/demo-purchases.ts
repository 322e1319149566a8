import { DEMO_PAYMENT, type DemoClaim, type DemoPurchase } from '@oyna/demo/purchases';
import { convertFromCents, parseRate } from '@oyna/domain/money';
import { DEFAULT_REPLACEMENT_SETTINGS, decideReplacement, type KeptClaimFacts } from '@oyna/domain/replacement-policy';
import { BASKET_STATUS } from '@oyna/domain/states';
import { sql } from 'kysely';
import { createOrderId } from '../features/payment/order-id.ts';
import type { Connection, Database } from '../platform/database/connection.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { bookDemoMovement, insertDemoRefund } from './demo-ledger.ts';

const MINUTE_MS = 60_000;
/** Where keys were opened from: an address of the range for examples. */
const ADDRESS = '203.0.113.24';
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/**
 * Adds the purchases of a demo customer if the customer has none and the store sells the demo catalogue. The payment
 * sandboxes do not know them, so `shop check` does not compare them.
 */
export async function seedDemoPurchases(
  db: Database,
  login: string,
  purchases: readonly DemoPurchase[],
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    // Another process may start at the same time: the second waits here and then finds the purchases.
    const account = await transaction
      .selectFrom('account')
      .select('id')
      .where('login', '=', login)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return;
    const first = await transaction
      .selectFrom('payment')
      .select('id')
      .where('account_id', '=', account.id)
      .where('basket_id', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    if (first) return;
    const products = await transaction
      .selectFrom('product')
      .select(['id', 'name', 'price_with_discount_cents as cents'])
      .where(
        'id',
        'in',
        purchases.map(({ productId }) => productId),
      )
      .execute();
    const productOf = ({ productId }: DemoPurchase) => products.find(({ id }) => id === productId);
    if (!purchases.every(productOf)) return;
    for (const purchase of purchases) {
      const product = productOf(purchase);
      if (product) await insertPurchase(transaction, account.id, purchase, product);
    }
  });
}

async function insertPurchase(
  db: Connection,
  accountId: number,
  { daysAgo, count = 1, outcome, claim }: DemoPurchase,
  product: { id: number; name: string; cents: number },
): Promise<void> {
  const { provider, currency, rate: rateText } = DEMO_PAYMENT;
  const created = new Date(Date.now() - daysAgo * 24 * 60 * MINUTE_MS);
  const later = (minutes: number) => new Date(created.getTime() + minutes * MINUTE_MS);
  const rate = parseRate(Number(rateText));
  const cents = product.cents * count;
  const amount = rate && convertFromCents(cents, rate, currency);
  if (amount === undefined) throw new Error(`product ${product.id} has no price`);
  const orderId = createOrderId();

  const basket = await db
    .insertInto('basket')
    .values({ account_id: accountId, status: BASKET_STATUS.paid, created_at: created })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('basket_item')
    .values({ basket_id: basket.id, product_id: product.id, count, price_cents: product.cents, added_at: created })
    .execute();
  const payment = await db
    .insertInto('payment')
    .values({
      order_id: orderId,
      basket_id: basket.id,
      account_id: accountId,
      provider,
      status: outcome === 'refunded' ? 'refunded' : 'paid',
      amount,
      currency,
      base_cents: cents,
      rate: rateText,
      rate_source: 'demo',
      rate_at: created,
      language: 'ru',
      created_at: created,
      expires_at: later(30),
      paid_at: later(2),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const item = await db
    .insertInto('order_item')
    .values({
      payment_id: payment.id,
      product_id: product.id,
      name: product.name,
      count,
      price_cents: product.cents,
      amount,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

  const money = { paymentId: payment.id, currency, amount };
  const cash = `provider:${provider}`;
  const message = { orderId, amount, currency };
  if (outcome === 'refunded') {
    await bookDemoMovement(db, { ...money, kind: 'payment', from: 'owed', to: cash, at: later(2) });
    const refundId = await insertRefund(db, { ...money, orderItemId: item.id, at: later(3) });
    await bookDemoMovement(db, { ...money, kind: 'refund', refundId, from: cash, to: 'owed', at: later(3) });
    await insertNotification(db, accountId, 'refunded', message, later(3));
    return;
  }
  await bookDemoMovement(db, { ...money, kind: 'payment', from: 'sales', to: cash, at: later(2) });
  const keyIds: number[] = [];
  for (let piece = 0; piece < count; piece++) keyIds.push(await deliverKey(db, product.id, item.id, later(2), null));
  await insertNotification(db, accountId, 'delivered', message, later(2));
  const [keyId] = keyIds;
  if (!claim || keyId === undefined) return;
  await reveal(db, keyId, accountId, later(5));
  await insertClaim(db, claim, { keyId, accountId, at: later(20), answeredAt: later(90) });
  if (claim.answer?.status === 'replaced') await deliverKey(db, product.id, item.id, later(90), keyId);
}

/** Reports a key, with what the default policy of replacements knows about it. */
async function insertClaim(
  db: Connection,
  { reason, comment, answer }: DemoClaim,
  { keyId, accountId, at, answeredAt }: { keyId: number; accountId: number; at: Date; answeredAt: Date },
): Promise<void> {
  const { rows } = await sql<{ facts: KeptClaimFacts }>`SELECT claim_facts(${keyId}, ${at}) AS facts`.execute(db);
  const facts = rows[0]?.facts;
  if (!facts) throw new Error(`key ${keyId} is not delivered`);
  const known = { ...facts, reason, recentReplacements: 0, spentTodayCents: 0 };
  const decision = decideReplacement(DEFAULT_REPLACEMENT_SETTINGS, known);
  await db
    .insertInto('key_claim')
    .values({
      key_id: keyId,
      account_id: accountId,
      reason,
      comment,
      facts: JSON.stringify(facts),
      wait_reason: decision.action === 'wait' ? decision.reason : null,
      created_at: at,
      ...(answer && { status: answer.status, answer: answer.text, resolved_by: 'demo', resolved_at: answeredAt }),
    })
    .execute();
  // A refused claim leaves the key with the buyer.
  if (answer?.status === 'refused') return;
  await db.updateTable('product_key').set({ status: 'disputed', changed_at: at }).where('id', '=', keyId).execute();
}

/** Sells the oldest available key, in the same steps as a real sale. */
async function deliverKey(
  db: Connection,
  productId: number,
  orderItemId: number,
  at: Date,
  replacesKeyId: number | null,
): Promise<number> {
  const key = await db
    .updateTable('product_key')
    .set({ status: 'reserved', order_item_id: orderItemId, reserved_until: sql`now()` })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('product_key')
        .select('id')
        .where('product_id', '=', productId)
        .where('status', '=', 'available')
        .orderBy('id')
        .limit(1)
        .forUpdate(),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('product_key')
    .set({ status: 'sold', reserved_until: null, changed_at: at })
    .where('id', '=', key.id)
    .execute();
  await db
    .insertInto('delivery')
    .values({ key_id: key.id, order_item_id: orderItemId, replaces_key_id: replacesKeyId, delivered_at: at })
    .execute();
  return key.id;
}

async function reveal(db: Connection, keyId: number, accountId: number, at: Date): Promise<void> {
  await db
    .insertInto('key_reveal')
    .values({
      key_id: keyId,
      account_id: accountId,
      channel: 'page',
      address: ADDRESS,
      user_agent: BROWSER,
      revealed_at: at,
    })
    .execute();
}

async function insertRefund(
  db: Connection,
  { paymentId, orderItemId, amount, at }: { paymentId: number; orderItemId: number; amount: number; at: Date },
): Promise<number> {
  const refundId = await insertDemoRefund(db, { paymentId, amount, at });
  await db
    .insertInto('refund_item')
    .values({ refund_id: refundId, order_item_id: orderItemId, count: 1, amount })
    .execute();
  return refundId;
}

async function insertNotification(
  db: Connection,
  accountId: number,
  kind: 'delivered' | 'refunded',
  data: Record<string, unknown>,
  at: Date,
): Promise<void> {
  await db
    .insertInto('notification')
    .values({ account_id: accountId, kind, data: JSON.stringify(data), created_at: at })
    .execute();
}
