import { writeEpointForm } from '@oyna/providers/epoint/epoint.signature';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hookStatements } from '../../../../../tests/resilience/statement-hook.ts';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { call, fillBasket, getOrder, type Link, pay } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { checkInvariants, INVARIANTS } from './payment.check.ts';

/** What the database itself guards about purchases: its functions, locks and triggers. */

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 60);
});
afterAll(() => store.close());
afterEach(async () => expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]));

async function newBuyer(count = 1): Promise<{ member: Member; basketId: string }> {
  const member = await createMember(store);
  return { member, basketId: await fillBasket(store, member, [{ id: productId, count }]) };
}

const definitionOf = async (name: string) =>
  (await sql<{ text: string }>`SELECT pg_get_functiondef(${name}::regproc) AS text`.execute(store.database)).rows[0]
    ?.text ?? '';

const paymentOf = (orderId: string) =>
  store.database.selectFrom('payment').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();

async function confirm(link: Link): Promise<number> {
  const { provider_payment_id: transaction, amount } = await paymentOf(link.orderId);
  const json = JSON.stringify({ order_id: link.orderId, transaction, status: 'success', amount: amount / 100 });
  const answer = await store.server.inject({
    method: 'POST',
    url: '/api/v1/callbacks/epoint/result',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: writeEpointForm(json, 'demo-epoint-key'),
  });
  return answer.statusCode;
}

describe('what changes while a payment is created', () => {
  /** Begins a payment. The work is done just before the basket is locked. */
  async function beginWhile(member: Member, basketId: string, work: () => Promise<unknown>) {
    let isDone = false;
    const hook = hookStatements(async ({ text, send }) => {
      if (text.includes('lock_checkout(') && !isDone) {
        isDone = true;
        await work();
      }
      return send();
    });
    const answer = await pay(store, member, 'epoint', basketId).finally(hook.remove);
    expect(isDone).toBe(true);
    return answer;
  }

  it('is charged at the new price', async () => {
    const { member, basketId } = await newBuyer();
    const raise = sql`UPDATE product SET price_with_discount_cents = price_with_discount_cents + 7 WHERE id = ${productId}`;
    const { status, body } = await beginWhile(member, basketId, () => raise.execute(store.database));
    expect(status).toBe(200);
    const { price } = await store.database
      .selectFrom('product')
      .select('price_with_discount_cents as price')
      .where('id', '=', productId)
      .executeTakeFirstOrThrow();
    expect((await paymentOf(body.orderId)).base_cents).toBe(price);
  });

  it.each(['removed', 'ended'])('is charged without a promo code that was %s', async (what) => {
    const code = `BETWEEN-${what}`.toUpperCase();
    await store.database.insertInto('promo_code').values({ code, percent: 50 }).execute();
    const { member, basketId } = await newBuyer();
    const url = `/api/v1/basket/promo/${basketId}`;
    await call(store, member, 'PUT', url, { body: { code } });
    const remove = () => store.server.inject({ method: 'DELETE', url, headers: member.headers });
    const end = () =>
      sql`UPDATE promo_code SET expires_at = now() - interval '1 second' WHERE code = ${code}`.execute(store.database);
    const answer = await beginWhile(member, basketId, what === 'removed' ? remove : end);
    if (what === 'ended') {
      expect(answer).toMatchObject({ status: 400, body: { code: 'promocode-error' } });
      return;
    }
    const { discount_cents: discount, promo_code_id: promo } = await paymentOf(answer.body.orderId);
    expect([answer.status, discount, promo]).toEqual([200, 0, null]);
  });

  it('is charged with a promo code that was put in', async () => {
    await store.database.insertInto('promo_code').values({ code: 'PUT-IN', percent: 50 }).execute();
    const { member, basketId } = await newBuyer();
    const { body } = await beginWhile(member, basketId, () =>
      call(store, member, 'PUT', `/api/v1/basket/promo/${basketId}`, { body: { code: 'PUT-IN' } }),
    );
    expect((await paymentOf(body.orderId)).discount_cents).toBeGreaterThan(0);
  });

  it('is charged for the new count', async () => {
    const { member, basketId } = await newBuyer();
    const { body } = await beginWhile(member, basketId, () =>
      call(store, member, 'PUT', `/api/v1/basket/item/add/${basketId}/${productId}/1`),
    );
    expect((await getOrder(store, member, body.orderId)).items[0]?.count).toBe(2);
  });

  it('waits for the lock of the basket, and is refused then', async () => {
    const { member, basketId } = await newBuyer();
    const changes: ReturnType<typeof call>[] = [];
    const hook = hookStatements(({ text, send }) => {
      if (text.includes('INSERT INTO payment ')) {
        changes.push(call(store, member, 'PUT', `/api/v1/basket/item/add/${basketId}/${productId}/1`));
      }
      return send();
    });
    const { body } = await pay(store, member, 'epoint', basketId).finally(hook.remove);
    expect(await Promise.all(changes)).toMatchObject([{ status: 409, body: { code: 'basket-frozen' } }]);
    expect((await getOrder(store, member, body.orderId)).items[0]?.count).toBe(1);
  });

  it('is not sold when it was withdrawn', async () => {
    const { member, basketId } = await newBuyer();
    const offer = (isOffered: boolean) =>
      sql`UPDATE product SET offered = ${isOffered} WHERE id = ${productId}`.execute(store.database);
    const answer = await beginWhile(member, basketId, () => offer(false));
    await offer(true);
    expect(answer).toMatchObject({ status: 409, body: { code: 'out-of-stock' } });
  });
});

describe('callbacks that come together', () => {
  const atOnce = async () => {
    const { member, basketId } = await newBuyer(2);
    const { body } = await pay(store, member, 'epoint', basketId);
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(body)));
    return { answers, order: await getOrder(store, member, body.orderId) };
  };

  it('are all answered 200, and deliver once', async () => {
    const locking = await definitionOf('lock_settlement');
    // Each confirmation pauses after it has read the held keys, so that the others come in between.
    const slow = locking.replace('RETURN json_build_object', 'PERFORM pg_sleep(0.1); RETURN json_build_object');
    const unlocked = slow.replace('FOR UPDATE', '');
    expect(new Set([locking, slow, unlocked]).size).toBe(3);
    await sql.raw(slow).execute(store.database);
    const { answers, order } = await atOnce();
    expect(answers).toEqual([200, 200, 200, 200]);
    expect([order.state, order.items[0]?.keys.length]).toEqual(['paid', 2]);
    // Without the lock the same test fails.
    await sql.raw(unlocked).execute(store.database);
    expect((await atOnce()).answers).toContain(500);
    await sql.raw(locking).execute(store.database);
  });
});

describe('keys', () => {
  it('are sold from the oldest batch first, whatever their ids', async () => {
    const stocked = await stockProduct(store.database, 6);
    // The keys with the lowest ids move to a newer batch.
    await sql`
      WITH newer AS (INSERT INTO key_batch (product_id, supplier, cost_cents, key_count)
        VALUES (${stocked}, 'newer', 0, 3) RETURNING id)
      UPDATE product_key SET batch_id = newer.id FROM newer WHERE product_key.id IN (
        SELECT id FROM product_key WHERE product_id = ${stocked} AND status = 'available' ORDER BY id LIMIT 3)`.execute(
      store.database,
    );
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: stocked, count: 4 }]);
    const { body } = await pay(store, member, 'epoint', basketId);
    const { rows } = await sql<{ supplier: string }>`
      SELECT supplier FROM product_key JOIN key_batch ON key_batch.id = batch_id
      WHERE product_key.product_id = ${stocked} AND status = 'reserved' ORDER BY batch_id`.execute(store.database);
    expect(body.orderId).toBeDefined();
    expect(rows.map(({ supplier }) => supplier)).toEqual([
      'resilience-test',
      'resilience-test',
      'resilience-test',
      'newer',
    ]);
  });
});

describe('the ledger', () => {
  it.each([
    'UPDATE ledger_entry SET amount = amount',
    'DELETE FROM ledger_entry',
    'UPDATE ledger_transaction SET booked_at = now()',
    'DELETE FROM ledger_transaction',
  ])('refuses to be changed: %s', async (statement) => {
    const { member, basketId } = await newBuyer();
    const { body } = await pay(store, member, 'epoint', basketId);
    expect(await confirm(body)).toBe(200);
    const before = await sql`SELECT * FROM ledger_entry ORDER BY 1, 2`.execute(store.database);
    await expect(sql.raw(statement).execute(store.database)).rejects.toThrow(
      'ledger rows cannot be changed or deleted',
    );
    expect((await sql`SELECT * FROM ledger_entry ORDER BY 1, 2`.execute(store.database)).rows).toEqual(before.rows);
  });
});
