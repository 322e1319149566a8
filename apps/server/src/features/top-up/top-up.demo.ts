import { STEAM_SERVICE_ID } from '@oyna/domain/constants';
import { TOP_UP_STATUS, type TopUpStatus } from '@oyna/domain/states';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createOrderId } from '../payment/order-id.ts';
import { bookDemoMovement } from '../payment/payment.demo-ledger.ts';

/** Some top-ups of the demo's customer, of different days and ends. The stand-ins know nothing of them. */

interface DemoTopUp {
  daysAgo: number;
  service: 'steam' | 'pubg';
  productId: number;
  name: string;
  account: string;
  accountName: string | null;
  amount: number;
  currency: 'KZT' | 'RUB' | null;
  costCents: number;
  baseCents: number;
  provider: 'epoint' | 'platron';
  charged: number;
  status: TopUpStatus;
}

const WALLET = { service: 'steam', productId: STEAM_SERVICE_ID, name: 'Steam', accountName: null } as const;
const PLAYER = { service: 'pubg', account: '5123456789', accountName: 'Barys_789', amount: 0, currency: null } as const;
const UC_60 = { ...PLAYER, productId: 311, name: '60 UC', costCents: 88, baseCents: 95 } as const;
const UC_325 = { ...PLAYER, productId: 312, name: '325 UC', costCents: 436, baseCents: 469 } as const;

/** Per 1 USD, as they might have been. */
const RATES = { epoint: { currency: 'AZN', rate: '1.7' }, platron: { currency: 'RUB', rate: '81' } } as const;

const TOP_UPS: DemoTopUp[] = [
  {
    ...WALLET,
    daysAgo: 19,
    account: 'demo_player',
    amount: 5000,
    currency: 'KZT',
    costCents: 997,
    baseCents: 1047,
    provider: 'epoint',
    charged: 1780,
    status: TOP_UP_STATUS.delivered,
  },
  { ...UC_60, daysAgo: 9, provider: 'platron', charged: 7700, status: TOP_UP_STATUS.delivered },
  {
    ...WALLET,
    daysAgo: 5,
    account: 'fail_demo',
    amount: 1000,
    currency: 'RUB',
    costCents: 1236,
    baseCents: 1298,
    provider: 'platron',
    charged: 105_200,
    status: TOP_UP_STATUS.refunded,
  },
  { ...UC_325, daysAgo: 1, provider: 'epoint', charged: 798, status: TOP_UP_STATUS.failed },
];

const MINUTE_MS = 60_000;

/** Unless there are some, or this is not the demo's own catalogue. */
export async function seedDemoTopUps(db: Database, login: string): Promise<void> {
  const account = await db.selectFrom('account').select('id').where('login', '=', login).executeTakeFirst();
  const wallet = await db.selectFrom('product').select('id').where('id', '=', STEAM_SERVICE_ID).executeTakeFirst();
  if (!account || !wallet) return;
  await inTransaction(db, async (transaction) => {
    // Another process may be as quick: whoever comes second waits here, and then finds it done.
    await transaction.selectFrom('account').select('id').where('id', '=', account.id).forUpdate().execute();
    const first = await transaction
      .selectFrom('top_up')
      .select('id')
      .where('account_id', '=', account.id)
      .executeTakeFirst();
    if (first) return;
    for (const topUp of TOP_UPS) await insertTopUp(transaction, account.id, topUp);
  });
}

async function insertTopUp(db: Connection, accountId: number, demo: DemoTopUp): Promise<void> {
  const { currency: chargedCurrency, rate } = RATES[demo.provider];
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
  const refund =
    kind === 'refund'
      ? await db
          .insertInto('refund')
          .values({
            payment_id: paymentId,
            amount,
            reason: 'undeliverable',
            status: 'done',
            refunded_before: 0,
            next_try_at: null,
            created_at: at,
            done_at: at,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      : undefined;
  const [from, to] = {
    payment: ['owed', `provider:${money.provider}`],
    delivery: ['sales', 'owed'],
    refund: [`provider:${money.provider}`, 'owed'],
  }[kind] as [string, string];
  await bookDemoMovement(db, {
    kind,
    paymentId,
    ...(refund && { refundId: refund.id }),
    currency,
    amount,
    from,
    to,
    at,
  });
}
