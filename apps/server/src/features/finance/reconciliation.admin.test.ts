import { amountToText } from '@oyna/domain/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { bookEverything } from '../../testing/test-finance.ts';
import { OPERATOR, signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { type Bought, buy } from '../../testing/test-orders.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let finance: TestOperator;
let orders: Bought[];
let day: string;
let today: string;
const PLANTED = 'PLANTEDPAYMENT0001';
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  const product = await stockProduct(store.database, 9);
  orders = [];
  for (let count = 0; count < 3; count += 1) orders.push(await buy(store, [product], [1]));
  finance = await signInOperator(store, 'finance');
  // The demo orders of the same day would be among the differences.
  await sql`UPDATE payment SET paid_at = paid_at - interval '3 days' WHERE order_id <> ALL (${orders.map(({ orderId }) => orderId)})`.execute(
    store.database,
  );
  // A day can be closed when it is over.
  await sql`UPDATE payment SET paid_at = paid_at - interval '1 day' WHERE order_id = ANY (${orders.map(({ orderId }) => orderId)})`.execute(
    store.database,
  );
  const { rows } = await sql<{ day: string; today: string }>`
    SELECT (shop_day(now()) - 1)::text AS day, shop_day(now())::text AS today`.execute(store.database);
  day = rows[0]?.day ?? '';
  today = rows[0]?.today ?? '';
  await bookEverything(store.database);
});
afterAll(() => store.close());

const url = () => `/api/v1/finance/reconciliations/epoint/${day}`;
const amountOf = async (orderId: string) => {
  const { amount } = await store.database
    .selectFrom('payment')
    .select('amount')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return amountToText(amount);
};
const idOf = (place: number) => orders[place]?.orderId ?? '';
const transactionOf = async (orderId: string) => {
  const row = await store.database
    .selectFrom('payment')
    .select('provider_payment_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return row.provider_payment_id;
};
const HEAD = 'order_id,transaction,amount,currency,status';
/** The first order as it is, the second with another amount, the third missing, and money without an order. */
async function registry() {
  return [
    HEAD,
    `${idOf(0)},${await transactionOf(idOf(0))},${await amountOf(idOf(0))},AZN,success`,
    `${idOf(1)},te2,0.01,AZN,success`,
    `${PLANTED},te3,5.00,AZN,success`,
  ].join('\n');
}
const load = (text: string, who = finance) => who.call('PUT', url(), { fileName: 'epoint.csv', text });
const read = async () => (await finance.get(url())).json();

describe('the registry of a provider', () => {
  it('shows what is matched, only theirs, only ours and different, and finds a planted payment', async () => {
    expect((await load(await registry())).statusCode).toBe(200);
    const page = await read();
    expect(page).toMatchObject({ matched: 1, onlyTheirs: 1, onlyOurs: 1, different: 1, open: 3, closedAt: null });
    const kinds = Object.fromEntries(
      page.differences.map(({ kind, orderId }: { kind: string; orderId: string }) => [kind, orderId]),
    );
    expect(kinds).toEqual({ 'only-theirs': PLANTED, different: idOf(1), 'only-ours': idOf(2) });
  });

  it('changes nothing when the same file comes again, also twice at once', async () => {
    const before = await read();
    const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM audit_entry`.execute(
      store.database,
    );
    const text = await registry();
    const again = await Promise.all(
      [1, 2].map(() => finance.call('PUT', url(), { fileName: 'again.csv', text }, { isParallel: true })),
    );
    expect(again.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await read()).toEqual(before);
    const after = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM audit_entry`.execute(
      store.database,
    );
    expect(after.rows).toEqual(rows);
  });

  it.each([
    ['half a line', `${HEAD}\norder-1,te1`],
    ['no header', 'order-1,te1,5.00,AZN,success'],
    ['an unknown status', `${HEAD}\norder-1,te1,5.00,AZN,maybe`],
  ])('is refused whole with %s', async (_what, text) => {
    const before = await read();
    const answer = await load(text);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().current.faults).toHaveLength(1);
    expect(await read()).toEqual(before);
  });

  it('of a provider that the store does not know is refused', async () => {
    const answer = await finance.call('PUT', `/api/v1/finance/reconciliations/nobank/${day}`, {
      fileName: 'a.csv',
      text: await registry(),
    });
    expect(answer.statusCode).toBe(404);
  });
});

describe('a difference', () => {
  const explain = (orderId: string, body: object) => finance.call('PUT', `${url()}/notes/${orderId}`, body);

  it('is explained with a note, and a colleague who saw another note is refused', async () => {
    expect((await explain(PLANTED, { note: 'money of another shop', seen: '' })).statusCode).toBe(204);
    expect((await explain(PLANTED, { note: 'mine', seen: '' })).json()).toMatchObject({ code: 'changed-meanwhile' });
    expect((await explain(idOf(0), { note: 'no difference', seen: '' })).statusCode).toBe(404);
    expect(await read()).toMatchObject({ open: 2 });
  });

  it('keeps the day open until each is gone or explained', async () => {
    const refused = await finance.call('POST', `${url()}/close`);
    expect(refused.json()).toMatchObject({ code: 'state-conflict', current: { open: 2 } });
    for (const orderId of [idOf(1), idOf(2)]) {
      expect((await explain(orderId, { note: 'see the contract', seen: '' })).statusCode).toBe(204);
    }
    expect((await finance.call('POST', `${url()}/close`)).statusCode).toBe(204);
    expect(await read()).toMatchObject({ open: 0, closedBy: finance.actor.name, corrections: [] });
  });
});

describe('an order that the provider was paid for twice', () => {
  const at = (shownDay: string) => `/api/v1/finance/reconciliations/epoint/${shownDay}`;
  const put = (shownDay: string, line: string) =>
    finance.call('PUT', at(shownDay), { fileName: 'twice.csv', text: `${HEAD}\n${line}` });
  const dayBefore = async (days: number) => {
    const { rows } = await sql<{ day: string }>`SELECT (shop_day(now()) - ${days}::integer)::text AS day`.execute(
      store.database,
    );
    return rows[0]?.day ?? '';
  };

  it('is a difference on the day that was loaded later, in whatever order the days come', async () => {
    const [other, amount, known] = [await dayBefore(9), await amountOf(idOf(0)), await transactionOf(idOf(0))];
    // The day of the payment is closed and has the order as matched.
    await put(other, `${idOf(0)},,${amount},AZN,success`);
    const page = (await finance.get(at(other))).json();
    expect(page).toMatchObject({ matched: 0, different: 1, open: 1 });
    expect(page.differences).toMatchObject([{ orderId: idOf(0), paidOn: day, otherPaymentId: null }]);
    const refused = await finance.call('POST', `${at(other)}/close`);
    expect(refused.json()).toMatchObject({ code: 'state-conflict', current: { open: 1 } });
    expect(await read(), 'what was closed stays').toMatchObject({ matched: 1, different: 1, open: 0 });
    await put(other, `${idOf(0)},${known},${amount},AZN,returned`);
    expect(
      (await finance.get(at(other))).json().differences,
      'a refund of another day is no second payment',
    ).toMatchObject([{ paidOn: null, otherPaymentId: null }]);
  });

  it('is a difference with another id of the provider, also on one day', async () => {
    const other = await dayBefore(10);
    await sql`DELETE FROM reconciliation_line WHERE order_id = ${idOf(0)}`.execute(store.database);
    const amount = await amountOf(idOf(0));
    await put(other, `${idOf(0)},te-second,${amount},AZN,success`);
    expect((await finance.get(at(other))).json().differences).toMatchObject([
      { kind: 'different', orderId: idOf(0), paidOn: null, otherPaymentId: 'te-second' },
    ]);
    await put(other, `${idOf(0)},${await transactionOf(idOf(0))},${amount},AZN,success`);
    expect((await finance.get(at(other))).json()).toMatchObject({ matched: 1, different: 0 });
  });
});

it('stays open until the day is over in the time zone of the store', async () => {
  const address = `/api/v1/finance/reconciliations/epoint/${today}`;
  expect((await finance.call('PUT', address, { fileName: 'half.csv', text: `${HEAD}\n` })).statusCode).toBe(200);
  expect((await finance.get(address)).json()).toMatchObject({ open: 0, isOver: false });
  const refused = await finance.call('POST', `${address}/close`);
  expect(refused.json()).toMatchObject({ code: 'state-conflict', field: 'day' });
  expect((await finance.get(address)).json()).toMatchObject({ closedAt: null });
});

describe('a closed day', () => {
  it('takes no other file, no note and no second closing', async () => {
    expect((await load(`${HEAD}\n`)).json()).toMatchObject({ code: 'changed-meanwhile' });
    expect((await finance.call('POST', `${url()}/close`)).json()).toMatchObject({ code: 'changed-meanwhile' });
    const note = await finance.call('PUT', `${url()}/notes/${PLANTED}`, {
      note: 'late',
      seen: 'money of another shop',
    });
    expect(note.json()).toMatchObject({ code: 'changed-meanwhile' });
  });

  it('shows a later change as a correction', async () => {
    await store.payments.refunds.refund(OPERATOR, idOf(0), { kind: 'rest' });
    await store.payments.refunds.refundDue();
    // It was made before midnight and is booked after the day was closed.
    await sql`UPDATE refund SET done_at = done_at - interval '1 day'
      WHERE payment_id = (SELECT id FROM payment WHERE order_id = ${idOf(0)})`.execute(store.database);
    await bookEverything(store.database);
    expect((await read()).corrections).toEqual([
      { currency: 'AZN', sales: '0.00', refunds: await amountOf(idOf(0)), fees: '0.00' },
    ]);
  });

  it('is not compared again, unless it was closed before its counts were kept', async () => {
    const listed = async () => {
      const { items } = (await finance.get('/api/v1/finance/reconciliations')).json();
      return items.find((item: { provider: string; day: string }) => url().endsWith(`/${item.provider}/${item.day}`));
    };
    const { differences: _differences, ...page } = await read();
    expect(await listed()).toEqual(page);
    await sql`UPDATE reconciliation SET closed_counts = jsonb_set(closed_counts, '{matched}', '77')
      WHERE closed_counts IS NOT NULL`.execute(store.database);
    expect(await listed()).toEqual({ ...page, matched: 77 });
    await sql`UPDATE reconciliation SET closed_counts = NULL`.execute(store.database);
    const compared = await listed();
    expect(compared).toEqual({ ...page, matched: compared.matched });
    expect(compared.matched).toBeLessThan(77);
  });
});

it('is for those who may reconcile', async () => {
  const manager = await signInOperator(store, 'manager');
  expect((await load(await registry(), manager)).statusCode).toBe(403);
  expect((await manager.get(url())).statusCode).toBe(200);
});
