import { LANGUAGES, type PaymentProviderName } from '@oyna/domain/constants';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { letterTo } from '../../testing/test-account.ts';
import { createGuest } from '../../testing/test-guest.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { call, findKeyProduct, getOrder, type Link, openDirect, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { receiptLines } from './receipt.mail.ts';

const SELLER = 'ТОО «Ойын», Алматы';
let store: TestStore;
let member: Member;
let productId: number;
beforeAll(async () => {
  const environment = { VAT_RATE: '12', SELLER_DETAILS: SELLER, SELLER_TAX_ID: '123456789012' };
  store = await createTestStore({ listen: true, worker: true, environment });
  await store.currency.refresh();
  productId = await findKeyProduct(store);
  await store.database.insertInto('promo_code').values({ code: 'HALF', percent: 50 }).execute();
});
afterAll(() => store.close());
beforeEach(async () => {
  member = await createMember(store);
});

interface Receipt {
  number: string;
  currency: string;
  amount: number;
  items: { name: string; count: number; amount: number }[];
  discount: { code: string; amount: number } | null;
  vat: { percent: string; amount: number } | null;
  rate: { unitsPerDollar: string };
  refunds: { amount: number }[];
}

const readReceipt = (orderId: string, by = member) =>
  call<Receipt & { code: string }>(store, by, 'GET', `/api/v1/user/orders/${orderId}/receipt`);

async function begin(code?: string, provider: PaymentProviderName = 'kassa24'): Promise<Link> {
  const { body: basket } = await openDirect(store, member, productId, 2);
  if (code) await call(store, member, 'PUT', `/api/v1/basket/promo/${basket.id}`, { body: { code } });
  return (await pay(store, member, provider, basket.id)).body;
}

async function readMail(number: string) {
  const { email } = await store.database
    .selectFrom('account')
    .select('email')
    .where('id', '=', member.accountId)
    .executeTakeFirstOrThrow();
  return letterTo(store, String(email), `Заказ ${number} оплачен`);
}

async function rateOf(orderId: string): Promise<number> {
  const payment = await store.database
    .selectFrom('payment')
    .select('rate')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return Number(payment.rate);
}

async function buy(code?: string, provider?: PaymentProviderName): Promise<string> {
  const link = await begin(code, provider);
  await press(link, 'approve');
  await eventually(async () => expect((await getOrder(store, member, link.orderId)).state).toBe('paid'));
  return link.orderId;
}

it('names the day of the payment in the time zone of the store', () => {
  // 02:00 of the 5th in Almaty.
  const at = '2026-03-04T21:00:00.000Z';
  const receipt: Parameters<typeof receiptLines>[1] = {
    orderId: '',
    number: '1',
    paidAt: at,
    providerLabel: 'Epoint',
    seller: { name: 'Oyna', details: null, taxId: null, email: '' },
    currency: 'KZT',
    items: [],
    discount: null,
    fee: 0,
    amount: 100,
    rate: { unitsPerDollar: '500', at },
    vat: null,
    refunds: [],
  };
  const lines = LANGUAGES.map((language) => receiptLines(language, receipt).split('\n')[0]);
  expect(lines).toEqual(['Заказ 1, 5 марта 2026 г.', 'Order 1, 5 March 2026', '1 тапсырысы, 2026 ж. 5 наурыз']);
});

it('shows what was paid, the discount, the rate, the tax and the seller', async () => {
  const orderId = await buy('HALF');
  const { body } = await readReceipt(orderId);
  const paid = await store.database
    .selectFrom('payment')
    .select(['amount', 'rate', 'base_cents'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(body).toMatchObject({
    number: expect.stringMatching(/^OY-/),
    currency: 'KZT',
    amount: Number(paid.amount),
    fee: 0,
    seller: { details: SELLER, taxId: '123456789012' },
    discount: { code: 'HALF' },
    vat: { percent: '12' },
    refunds: [],
  });
  expect(body.items.reduce((sum, { amount }) => sum + amount, 0)).toBe(body.amount);
  expect(Number(body.rate.unitsPerDollar)).toBe(Number(paid.rate));
  // Half off: the discount is as large as what was paid, to the rounding of one price.
  expect(Math.abs((body.discount?.amount ?? 0) - body.amount)).toBeLessThanOrEqual(100);
  const tax = body.vat?.amount ?? 0;
  expect(Math.abs(tax * 112 - body.amount * 12)).toBeLessThanOrEqual(56);
});

it('keeps the tax rate of the payment, and has no tax line for a payment without one', async () => {
  const orderId = await buy();
  await sql`UPDATE payment SET vat_rate = NULL WHERE order_id = ${orderId}`.execute(store.database);
  expect((await readReceipt(orderId)).body).toMatchObject({ vat: null, discount: null });
});

it('is for the buyer of a paid order only', async () => {
  const unpaid = await begin();
  expect(await readReceipt(unpaid.orderId)).toMatchObject({ status: 404, body: { code: 'not-found' } });
  const orderId = await buy();
  const stranger = await readReceipt(orderId, await createMember(store));
  expect(stranger).toMatchObject({ status: 404, body: { code: 'not-found' } });
  expect((await readReceipt('no-such-order-at-all')).status).toBe(404);
});

it('names each refund with its sum, and keeps what was paid', async () => {
  const orderId = await buy(undefined, 'epoint');
  const { amount } = (await readReceipt(orderId)).body;
  const refunded = (...sums: number[]) =>
    eventually(async () => {
      await store.payments.refunds.refundDue();
      const { body } = await readReceipt(orderId);
      expect([body.amount, ...body.refunds.map((refund) => refund.amount)]).toEqual([amount, ...sums]);
    });
  await store.payments.refunds.refund(OPERATOR, orderId, { kind: 'amount', amount: 1 });
  await refunded(1);
  await store.payments.refunds.refund(OPERATOR, orderId);
  await refunded(1, amount - 1);
});

it('is for a guest too, and not for another guest', async () => {
  member = await createGuest(store);
  const orderId = await buy();
  expect((await readReceipt(orderId)).body).toMatchObject({ currency: 'KZT', refunds: [] });
  expect((await readReceipt(orderId, await createGuest(store))).status).toBe(404);
});

it('has the same facts in the mail', async () => {
  const orderId = await buy('HALF');
  const { number, vat, rate } = (await readReceipt(orderId)).body;
  const { text } = await readMail(number);
  for (const fact of [
    `Заказ ${number}, `,
    'Промокод HALF: −',
    'Комиссия: нет',
    'В том числе НДС 12\u00a0%: ',
    `1 USD = ${rate.unitsPerDollar} KZT`,
    'Платёж провёл Kassa24',
    `Продавец: ${SELLER}`,
    'БИН/ИИН: 123456789012',
  ]) {
    expect(text).toContain(fact);
  }
  expect(vat).not.toBeNull();
});

it('keeps the rate of the payment on the receipt and in the mail when the rate changes', async () => {
  const link = await begin();
  const rate = await rateOf(link.orderId);
  const setRate = (value: number) =>
    sql`UPDATE currency_rate SET rate = ${value} WHERE currency = 'KZT'`.execute(store.database);
  try {
    await setRate(rate + 100);
    await press(link, 'approve');
    await eventually(async () => expect((await getOrder(store, member, link.orderId)).state).toBe('paid'));
    const { body } = await readReceipt(link.orderId);
    expect(Number(body.rate.unitsPerDollar)).toBe(rate);
    expect((await readMail(body.number)).text).toContain(`Курс при оплате: 1 USD = ${rate} KZT`);
    // The next payment has the new one.
    expect(await rateOf((await begin()).orderId)).toBe(rate + 100);
  } finally {
    await setRate(rate);
  }
});
