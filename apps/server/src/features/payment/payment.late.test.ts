import { LATE_PAYMENT_SECONDS } from '@oyna/domain/constants';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findFaults } from '../../../../../tests/resilience/invariant-check.ts';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { createGuest, newAddress, proveAddress } from '../../testing/test-guest.ts';
import { expectRefundOf, payAfterwards } from '../../testing/test-late-payment.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { call, fillBasket, getOrder, type Link, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createCustomersService } from '../customers/customers.service.ts';
import { checkInvariants, INVARIANTS } from './payment.check.ts';

/** A payment that the buyer or the store has given up, and that is paid afterwards. Epoint cannot cancel its links. */

const CODE = 'HALF';
let store: TestStore;
let productId: number;
let otherId: number;
let member: Member;
let basketId: string;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 60);
  otherId = await stockProduct(store.database, 20);
});
afterAll(() => store.close());
beforeEach(async () => {
  await addCode(CODE);
  member = await createMember(store);
  basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
});
afterEach(async () => {
  await store.payments.refunds.refundDue();
  expect(await findFaults(store)).toEqual([]);
  await sql`UPDATE product SET offered = true`.execute(store.database);
  await sql`UPDATE promo_code SET code = 'OLD-' || id WHERE code NOT LIKE 'OLD-%'`.execute(store.database);
});

const addCode = (code: string, terms: object = { total_limit: 1 }) =>
  store.database
    .insertInto('promo_code')
    .values({ code, percent: 50, ...terms })
    .execute();
const endCode = (code: string) =>
  sql`UPDATE promo_code SET expires_at = now() WHERE code = ${code}`.execute(store.database);
const usesOf = async (code: string) =>
  (await store.database.selectFrom('promo_code').select('used').where('code', '=', code).executeTakeFirstOrThrow())
    .used;

const apply = (code: string, who = member, basket = basketId) =>
  call(store, who, 'PUT', `/api/v1/basket/promo/${basket}`, { body: { code } });
const remove = () =>
  store.server.inject({ method: 'DELETE', url: `/api/v1/basket/promo/${basketId}`, headers: member.headers });
const cancel = (link: Link) => call(store, member, 'POST', `/api/v1/payment/${link.orderId}/cancel`);
const add = (id: number) => call(store, member, 'PUT', `/api/v1/basket/item/add/${basketId}/${id}/1`);

async function begin(provider: 'epoint' | 'kassa24' | 'platron' = 'epoint'): Promise<Link> {
  const { status, body } = await pay(store, member, provider, basketId);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function beginAndCancel(): Promise<Link> {
  const link = await begin();
  expect((await cancel(link)).status).toBe(204);
  return link;
}

const payLate = (link: Link) => payAfterwards(store, member, link);
const expectRefund = (link: Link, reason: string) => expectRefundOf(store, member, link, reason);

async function expectDelivery(link: Link): Promise<void> {
  const order = await payLate(link);
  expect(order.state).toBe('paid');
  expect(order.items.map(({ keys, count }) => keys.length === count)).toEqual(order.items.map(() => true));
}

const block = ({ accountId }: Member) => createCustomersService(store.database).block(OPERATOR, accountId, 'fraud');
const unblock = ({ accountId }: Member) => createCustomersService(store.database).unblock(OPERATOR, accountId);

const age = (link: Link, seconds: number) =>
  sql`UPDATE payment SET given_up_at = given_up_at - make_interval(secs => ${seconds})
    WHERE order_id = ${link.orderId}`.execute(store.database);

describe('a discounted payment that is paid after it was cancelled', () => {
  it('takes the use of its code again, so that a code with limit 1 works once', async () => {
    await apply(CODE);
    const first = await beginAndCancel();
    await remove();
    expect(await usesOf(CODE)).toBe(0);
    await expectDelivery(first);
    expect(await usesOf(CODE)).toBe(1);
    basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    expect(await apply(CODE)).toMatchObject({ status: 400, body: { code: 'promocode-error' } });
  });

  it('goes back when its code was used elsewhere meanwhile', async () => {
    await apply(CODE);
    const first = await beginAndCancel();
    await remove();
    const second = await createMember(store);
    const secondBasket = await fillBasket(store, second, [{ id: productId, count: 1 }]);
    expect((await apply(CODE, second, secondBasket)).status).toBe(200);
    await expectRefund(first, 'promo-used-up');
    expect(await usesOf(CODE)).toBe(1);
  });

  it('goes back when the account has used its share of the code', async () => {
    await addCode('ONCE', { account_limit: 1 });
    await apply('ONCE');
    const first = await beginAndCancel();
    await remove();
    // The same basket cannot be used twice, so the use of an earlier purchase is written down by hand.
    await sql`WITH bought AS (INSERT INTO basket (account_id, status) VALUES (${member.accountId}, 4) RETURNING id)
      INSERT INTO promo_use (basket_id, account_id, promo_code_id)
      SELECT bought.id, ${member.accountId}, promo_code.id FROM bought, promo_code WHERE code = 'ONCE'`.execute(
      store.database,
    );
    await expectRefund(first, 'promo-used-up');
  });

  it.each(['in the basket', 'removed'])('goes back when its code has ended, with the code %s', async (where) => {
    await apply(CODE);
    const first = await beginAndCancel();
    if (where === 'removed') await remove();
    await endCode(CODE);
    await expectRefund(first, 'promo-not-in-force');
  });

  it('is delivered with its own code when the basket holds another by now', async () => {
    await addCode('OTHER', { total_limit: 5 });
    await apply(CODE);
    const first = await beginAndCancel();
    await apply('OTHER');
    await expectDelivery(first);
    expect([await usesOf(CODE), await usesOf('OTHER')]).toEqual([1, 0]);
  });

  it('is paid for once when two old links with the same code are paid together', async () => {
    await apply(CODE);
    const first = await beginAndCancel();
    const second = await beginAndCancel();
    await remove();
    const orders = await Promise.all([payLate(first), payLate(second)]);
    expect(orders.map(({ state }) => state).sort()).toEqual(['paid', 'refunding']);
    expect(await usesOf(CODE)).toBe(1);
  });
});

describe('a payment without a discount', () => {
  it('gives back a code that was put into the basket after it was begun', async () => {
    const first = await beginAndCancel();
    await apply(CODE);
    expect(await usesOf(CODE)).toBe(1);
    await expectDelivery(first);
    expect(await usesOf(CODE)).toBe(0);
  });

  it('gives back a code whose minimum was not reached', async () => {
    await addCode('LARGE', { minimum_cents: 1 });
    await apply('LARGE');
    await sql`UPDATE promo_code SET minimum_cents = 100000000 WHERE code = 'LARGE'`.execute(store.database);
    const link = await begin();
    expect(await usesOf('LARGE')).toBe(1);
    await expectDelivery(link);
    expect(await usesOf('LARGE')).toBe(0);
  });
});

describe('a late payment', () => {
  it('is delivered at its price and rate while the time limit runs', async () => {
    const first = await beginAndCancel();
    const { amount } = await getOrder(store, member, first.orderId);
    await sql`UPDATE product SET price_with_discount_cents = price_with_discount_cents + 1 WHERE id = ${productId}`.execute(
      store.database,
    );
    await sql`UPDATE currency_rate SET rate = rate * 1.1 WHERE currency = 'AZN'`.execute(store.database);
    await age(first, LATE_PAYMENT_SECONDS - 60);
    await expectDelivery(first);
    expect((await getOrder(store, member, first.orderId)).amount).toBe(amount);
  });

  it('goes back when the time limit is over', async () => {
    const first = await beginAndCancel();
    await age(first, LATE_PAYMENT_SECONDS + 1);
    await expectRefund(first, 'too-late');
  });

  it('goes back when the offer was withdrawn', async () => {
    const first = await beginAndCancel();
    await sql`UPDATE product SET offered = false WHERE id = ${productId}`.execute(store.database);
    await expectRefund(first, 'not-offered');
  });

  it('goes back when the buyer was blocked', async () => {
    const first = await beginAndCancel();
    await block(member);
    await press(first, 'approve');
    const statusOf = async () =>
      await store.database
        .selectFrom('payment')
        .select(['status', 'detail'])
        .where('order_id', '=', first.orderId)
        .executeTakeFirstOrThrow();
    await eventually(async () =>
      expect(await statusOf()).toEqual({ status: 'refunding', detail: expect.stringContaining('buyer-blocked') }),
    );
    await unblock(member);
  });

  describe('of a guest with the address of a customer', () => {
    let customer: Member;
    beforeEach(async () => {
      const email = newAddress();
      customer = member;
      await proveAddress(store, customer, email.toUpperCase());
      member = await createGuest(store, email);
      basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    });

    it('goes back when that customer was blocked after it was given up', async () => {
      const first = await beginAndCancel();
      await block(customer);
      await expectRefund(first, 'buyer-blocked');
    });

    it('goes back when that customer was blocked before it was given up', async () => {
      const first = await begin();
      await block(customer);
      expect((await cancel(first)).status).toBe(204);
      await expectRefund(first, 'buyer-blocked');
    });

    it('is delivered when the block is over', async () => {
      const first = await beginAndCancel();
      await block(customer);
      await sql`UPDATE account SET blocked_at = now() - interval '2 days', blocked_until = now() - interval '1 second'
        WHERE id = ${customer.accountId}`.execute(store.database);
      await expectDelivery(first);
    });

    it('is delivered when the customer was blocked and it was never given up, and the keys stay', async () => {
      const first = await begin();
      await block(customer);
      await expectDelivery(first);
      expect((await getOrder(store, member, first.orderId)).state).toBe('paid');
    });

    it('does not block the customer when the guest was blocked', async () => {
      const guest = member;
      member = customer;
      basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
      const first = await beginAndCancel();
      await block(guest);
      await expectDelivery(first);
    });
  });

  it('goes back when the basket holds something else, and leaves the basket open', async () => {
    const first = await beginAndCancel();
    await add(otherId);
    await expectRefund(first, 'basket-changed');
    const { body } = await call<{ statusId: number }>(store, member, 'GET', `/api/v1/basket/check/${basketId}`);
    expect(body.statusId).toBe(1);
  });

  it('goes back while another payment holds the basket, which keeps it', async () => {
    const first = await beginAndCancel();
    const second = await begin('platron');
    await expectRefund(first, 'basket-closed');
    await press(second, 'approve');
    await eventually(async () => expect((await getOrder(store, member, second.orderId)).state).toBe('paid'));
    const { body } = await call<{ id: string; payment: { orderId: string; refundedAmount: number } }[]>(
      store,
      member,
      'GET',
      '/api/v1/user/baskets',
    );
    expect(body[0]?.payment).toMatchObject({ orderId: second.orderId, refundedAmount: 0 });
  });

  it('leaves the basket and its code to the buyer when nothing is left to deliver', async () => {
    const scarce = await stockProduct(store.database, 1);
    member = await createMember(store);
    basketId = await fillBasket(store, member, [{ id: scarce, count: 1 }]);
    await apply(CODE);
    const first = await beginAndCancel();
    await sql`UPDATE product_key SET status = 'quarantined' WHERE product_id = ${scarce} AND status = 'available'`.execute(
      store.database,
    );
    await expectRefund(first, 'sold-out');
    const { body } = await call<{ statusId: number; promo: object }>(
      store,
      member,
      'GET',
      `/api/v1/basket/check/${basketId}`,
    );
    expect(body).toMatchObject({ statusId: 1, promo: { code: CODE } });
  });

  it('is settled once when it is confirmed many times together', async () => {
    await apply(CODE);
    const first = await beginAndCancel();
    await remove();
    await press(first, 'approve');
    const payment = await store.database
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', first.orderId)
      .executeTakeFirstOrThrow();
    const confirm = () =>
      store.payments.settlement.settle({
        provider: payment.provider,
        orderId: payment.order_id,
        providerPaymentId: payment.provider_payment_id ?? '',
        status: 'paid',
        amount: payment.amount,
        currency: payment.currency,
      });
    const outcomes = await Promise.all(Array.from({ length: 8 }, confirm));
    expect(outcomes.filter((outcome) => outcome !== 'unchanged').length).toBeLessThanOrEqual(1);
    expect([(await getOrder(store, member, first.orderId)).state, await usesOf(CODE)]).toEqual(['paid', 1]);
  });
});

describe('without the promo code that is stored with a payment', () => {
  it('the removed code is free again after a discounted delivery, and the check finds it', async () => {
    await sql`CREATE FUNCTION forget_promo() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN NEW.promo_code_id := NULL; NEW.discount_cents := 0; RETURN NEW; END'`.execute(store.database);
    await sql`CREATE TRIGGER forget_promo BEFORE INSERT ON payment
      FOR EACH ROW EXECUTE FUNCTION forget_promo()`.execute(store.database);
    await apply(CODE);
    const first = await beginAndCancel();
    await sql`DROP FUNCTION forget_promo CASCADE`.execute(store.database);
    await remove();
    await expectDelivery(first);
    expect(await usesOf(CODE)).toBe(0);
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([expect.stringContaining('a paid discount')]);
    await sql`UPDATE payment SET base_cents = (SELECT sum(price_cents * count) FROM order_item WHERE payment_id = payment.id)
      WHERE order_id = ${first.orderId}`.execute(store.database);
  });
});
