import { DEMO_RATES, DEMO_TOP_UPS, type DemoTopUp } from '@oyna/demo/top-ups';
import { STEAM_SERVICE_ID } from '@oyna/domain/constants';
import { TOP_UP_STATUS } from '@oyna/domain/states';
import { createOrderId } from '../features/payment/order-id.ts';
import type { Connection, Database } from '../platform/database/connection.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { bookDemoMovement, insertDemoRefund } from './demo-ledger.ts';

const MINUTE_MS = 60_000;

/**
 * Adds the top-ups of the demo customer if the customer has none and the store sells the demo catalogue.
 * The sandboxes of the suppliers do not know them.
 */
export async function seedDemoTopUps(db: Database, login: string): Promise<void> {
  const account = await db.selectFrom('account').select('id').where('login', '=', login).executeTakeFirst();
  const wallet = await db.selectFrom('product').select('id').where('id', '=', STEAM_SERVICE_ID).executeTakeFirst();
  if (!account || !wallet) return;
  await inTransaction(db, async (transaction) => {
    // Another process may start at the same time. The second one waits for this lock and finds the top-ups.
    await transaction.selectFrom('account').select('id').where('id', '=', account.id).forUpdate().execute();
    const first = await transaction
      .selectFrom('top_up')
      .select('id')
      .where('account_id', '=', account.id)
      .executeTakeFirst();
    if (first) return;
    for (const topUp of DEMO_TOP_UPS) await insertTopUp(transaction, account.id, topUp);
  });
}

async function insertTopUp(db: Connection, accountId: number, demo: DemoTopUp): Promise<void> {
  const { currency: chargedCurrency, rate } = DEMO_RATES[demo.provider];
  const created = new Date(Date.now() - demo.daysAgo * 24 * 60 * MINUTE_MS);
  const later = (minutes: number) => new Date(created.getTime() + minutes * MINUTE_MS);
  const isPaid = demo.status !== TOP_UP_STATUS.failed;
  const isDelivered = demo.status === TOP_UP_STATUS.delivered;
  const quote = await db
    .insertInto('top_up_quote')
    .values({
      service: demo.service,
      product_id: demo.productId,
      name: demo.name,
      provider: demo.provider,
      amount: demo.amount,
      currency: demo.currency,
      cost_cents: demo.costCents,
      base_cents: demo.baseCents,
      charged: demo.charged,
      charged_currency: chargedCurrency,
      rate,
      rate_source: 'demo',
      rate_at: created,
      created_at: created,
      expires_at: later(10),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const topUp = await db
    .insertInto('top_up')
    .values({
      quote_id: quote.id,
      account_id: accountId,
      language: 'ru',
      status: demo.status,
      supplier: demo.service === 'steam' ? 'g-engine' : 'g2bulk',
      code: `demo-${createOrderId()}`,
      account: demo.account,
      account_name: demo.accountName,
      created_at: created,
      paid_at: isPaid ? later(2) : null,
      delivered_at: isDelivered ? later(3) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const payment = await db
    .insertInto('payment')
    .values({
      order_id: createOrderId(),
      top_up_id: topUp.id,
      account_id: accountId,
      provider: demo.provider,
      status: isDelivered ? 'paid' : isPaid ? 'refunded' : 'expired',
      amount: demo.charged,
      currency: chargedCurrency,
      base_cents: demo.baseCents,
      rate,
      rate_source: 'demo',
      rate_at: created,
      language: 'ru',
      created_at: created,
      expires_at: later(30),
      paid_at: isPaid ? later(2) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!isPaid) return;
  const money = { paymentId: payment.id, provider: demo.provider, currency: chargedCurrency, amount: demo.charged };
  await book(db, money, 'payment', later(2));
  await book(db, money, isDelivered ? 'delivery' : 'refund', later(3));
}

interface Money {
  paymentId: number;
  provider: string;
  currency: string;
  amount: number;
}

async function book(db: Connection, money: Money, kind: 'payment' | 'delivery' | 'refund', at: Date): Promise<void> {
  const { paymentId, amount, currency } = money;
  const refundId = kind === 'refund' ? await insertDemoRefund(db, { paymentId, amount, at }) : undefined;
  const [from, to] = {
    payment: ['owed', `provider:${money.provider}`],
    delivery: ['sales', 'owed'],
    refund: [`provider:${money.provider}`, 'owed'],
  }[kind] as [string, string];
  await bookDemoMovement(db, {
    kind,
    paymentId,
    ...(refundId !== undefined && { refundId }),
    currency,
    amount,
    from,
    to,
    at,
  });
}
