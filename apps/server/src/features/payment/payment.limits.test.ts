import type { PaymentProvider } from '@oyna/providers/payment-provider';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFaults } from '../../../../../tests/resilience/invariant-check.ts';
import { countKeys, stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { createGuest } from '../../testing/test-guest.ts';
import { createMember, createMembers, type Member } from '../../testing/test-member.ts';
import { call, fillBasket, getOrder, type Link, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';

/** How many keys one buyer, and one network, can hold without paying. */

const MAX_HELD = 5;
let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { MAX_HELD_KEYS: String(MAX_HELD) } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 100);
});
afterAll(() => store.close());
afterEach(async () => {
  expect(await findFaults(store)).toEqual([]);
  await sql`DELETE FROM rate_limit`.execute(store.database);
});

const held = async () => (await countKeys(store.database, productId)).get('reserved') ?? 0;
const cancel = (member: Member, orderId: string) => call(store, member, 'POST', `/api/v1/payment/${orderId}/cancel`);

describe('one order', () => {
  it('holds as many keys as one account may have at once, and no more', async () => {
    const before = await held();
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: MAX_HELD + 1 }]);
    const refused = await pay(store, member, 'epoint', basketId);
    expect(refused).toMatchObject({ status: 409, body: { code: 'too-many-held' } });
    const { body } = await call<{ statusId: number }>(store, member, 'GET', `/api/v1/basket/check/${basketId}`);
    expect([body.statusId, await held()]).toEqual([1, before]);
    await call(store, member, 'PUT', `/api/v1/basket/item/remove/${basketId}/${productId}/1`);
    expect((await pay(store, member, 'epoint', basketId)).status).toBe(200);
    expect(await held()).toBe(before + MAX_HELD);
  });

  it('counts all its products together', async () => {
    const member = await createMember(store);
    const otherId = await stockProduct(store.database, 10);
    const basketId = await fillBasket(store, member, [
      { id: productId, count: MAX_HELD - 1 },
      { id: otherId, count: 2 },
    ]);
    expect(await pay(store, member, 'epoint', basketId)).toMatchObject({
      status: 409,
      body: { code: 'too-many-held' },
    });
  });
});

describe('a hold that is renewed', () => {
  async function holdFor(member: Member, basketId: string, minutes: number) {
    const { status, body } = await pay(store, member, 'epoint', basketId);
    if (status !== 200) return { status, code: body.code };
    await sql`UPDATE payment SET created_at = created_at - make_interval(mins => ${minutes})
      WHERE order_id = ${body.orderId}`.execute(store.database);
    await cancel(member, body.orderId);
    return { status };
  }

  it('ends after two hours of a full hold within a day', async () => {
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: MAX_HELD }]);
    for (let round = 0; round < 4; round++) expect(await holdFor(member, basketId, 31)).toEqual({ status: 200 });
    expect(await holdFor(member, basketId, 31)).toEqual({ status: 409, code: 'too-many-held' });
    await sql`UPDATE payment SET given_up_at = given_up_at - interval '1 day', created_at = created_at - interval '1 day'
      WHERE account_id = ${member.accountId}`.execute(store.database);
    expect(await holdFor(member, basketId, 31)).toEqual({ status: 200 });
  });

  it('lasts longer for fewer keys, and does not count what was given up at once', async () => {
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    for (let round = 0; round < 8; round++) expect(await holdFor(member, basketId, 31)).toEqual({ status: 200 });
    const quick = await createMember(store);
    const quickBasket = await fillBasket(store, quick, [{ id: productId, count: MAX_HELD }]);
    for (let round = 0; round < 8; round++) expect(await holdFor(quick, quickBasket, 0)).toEqual({ status: 200 });
  });

  it('does not count for another account', async () => {
    const other = await createMember(store);
    const basketId = await fillBasket(store, other, [{ id: productId, count: MAX_HELD }]);
    expect(await holdFor(other, basketId, 0)).toEqual({ status: 200 });
  });
});

describe('buyers of one network who have never paid', () => {
  /** Each hold is full. */
  const HOLDS = 5;

  async function begin(member: Member, remoteAddress: string, count = MAX_HELD) {
    const basketId = await fillBasket(store, member, [{ id: productId, count }]);
    const url = `/api/v1/payment/epoint/${basketId}`;
    const answer = await store.server.inject({ method: 'POST', url, headers: member.headers, remoteAddress });
    const body: Link & { code?: string } = answer.json();
    const basket = await call<{ statusId: number }>(store, member, 'GET', `/api/v1/basket/check/${basketId}`);
    const retryAfter = Number(answer.headers['retry-after']);
    return { status: answer.statusCode, body, retryAfter, statusOfBasket: basket.body.statusId };
  }

  /** Guests with different e-mail addresses hold as much as the network may. */
  async function useUp(address: string): Promise<{ guest: Member; link: Link }[]> {
    const begun = [];
    for (let count = 0; count < HOLDS; count++) {
      const guest = await createGuest(store);
      const { status, body } = await begin(guest, address);
      expect(status).toBe(200);
      begun.push({ guest, link: body });
    }
    return begun;
  }

  it('hold a limited number of keys together, whatever their e-mail addresses are', async () => {
    const begun = await useUp('2001:db8:7:1::1');
    const before = await held();
    for (const buyer of [await createGuest(store), await createMember(store)]) {
      const refused = await begin(buyer, '2001:db8:7:1:a:b:c:d', 3);
      expect([refused.status, refused.body.code]).toEqual([429, 'network-holds-too-many']);
      expect(refused.retryAfter).toBeGreaterThan(20 * 60);
      expect(refused.retryAfter).toBeLessThanOrEqual(30 * 60);
      expect(refused.statusOfBasket).toBe(1);
    }
    expect(await held()).toBe(before);
    for (const { guest, link } of begun) await cancel(guest, link.orderId);
  });

  it('may still buy one or two keys when others hold all that the network may', async () => {
    const address = '203.0.113.50';
    const begun = await useUp(address);
    for (const count of [1, 2]) {
      const guest = await createGuest(store);
      const { status, body } = await begin(guest, address, count);
      expect(status).toBe(200);
      begun.push({ guest, link: body });
    }
    // As if as many small purchases had been begun as the network may hold.
    const hold = (keys: number) =>
      sql`UPDATE order_item SET count = count + ${keys} WHERE payment_id = (
        SELECT id FROM payment WHERE order_id = ${begun[0]?.link.orderId})`.execute(store.database);
    const others = 5 * HOLDS * MAX_HELD - (HOLDS * MAX_HELD + 3);
    await hold(others - 1);
    expect((await begin(await createGuest(store), address, 2)).body.code).toBe('network-holds-too-many');
    const last = await createGuest(store);
    const { status, body } = await begin(last, address, 1);
    expect(status).toBe(200);
    await hold(1 - others);
    for (const { guest, link } of [...begun, { guest: last, link: body }]) await cancel(guest, link.orderId);
  });

  it('are not refused for what another network holds', async () => {
    const begun = await useUp('203.0.113.20');
    const other = await createGuest(store);
    const { status, body } = await begin(other, '203.0.113.21');
    expect(status).toBe(200);
    for (const { guest, link } of [...begun, { guest: other, link: body }]) await cancel(guest, link.orderId);
  });

  it('may begin again as soon as one of them pays or goes back, and who has paid does not count', async () => {
    const address = '203.0.113.30';
    const [first, second, ...others] = await useUp(address);
    if (!first || !second) throw new Error('no holds');
    const next = await createGuest(store);
    expect((await begin(next, address)).status).toBe(429);
    await press(first.link, 'approve');
    await eventually(async () => expect((await getOrder(store, first.guest, first.link.orderId)).state).toBe('paid'));
    const begun = await begin(next, address);
    expect(begun.status).toBe(200);
    expect((await begin(await createGuest(store), address)).status).toBe(429);
    await cancel(second.guest, second.link.orderId);
    const last = await createGuest(store);
    const filled = await begin(last, address);
    expect(filled.status).toBe(200);
    const again = await begin(first.guest, address);
    expect(again.status).toBe(200);
    const open = [...others, { guest: next, link: begun.body }, { guest: last, link: filled.body }];
    for (const { guest, link } of [...open, { guest: first.guest, link: again.body }])
      await cancel(guest, link.orderId);
    const { rows } = await sql`SELECT FROM payment WHERE newcomer_network = ${address}`.execute(store.database);
    expect(rows).toEqual([]);
  });

  it('do not exceed the limit when they begin at the same moment', async () => {
    const guests = [];
    for (let count = 0; count < HOLDS + 3; count++) guests.push(await createGuest(store));
    const begun = await Promise.all(guests.map((guest) => begin(guest, '203.0.113.40')));
    const statuses = begun.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: HOLDS }, () => 200), 429, 429, 429]);
    for (const [index, guest] of guests.entries()) {
      const { status, body } = begun[index] ?? {};
      if (status === 200 && body) await cancel(guest, body.orderId);
    }
  });
});

describe('beginning payments', () => {
  it('is limited for one account, and says when to come back', async () => {
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    const begin = async () => {
      const answer = await store.server.inject({
        method: 'POST',
        url: `/api/v1/payment/epoint/${basketId}`,
        headers: member.headers,
      });
      if (answer.statusCode === 200) await cancel(member, answer.json().orderId);
      return answer;
    };
    for (let count = 0; count < 30; count++) expect((await begin()).statusCode).toBe(200);
    const refused = await begin();
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const { body } = await call<{ statusId: number }>(store, member, 'GET', `/api/v1/basket/check/${basketId}`);
    expect(body.statusId).toBe(1);
  });

  it('is limited for one address, however many accounts there are', async () => {
    const members = await createMembers(store, 3);
    const [first, second, third] = members as [Member, Member, Member];
    const begin = async (member: Member, remoteAddress: string) => {
      const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
      const url = `/api/v1/payment/epoint/${basketId}`;
      return (await store.server.inject({ method: 'POST', url, headers: member.headers, remoteAddress })).statusCode;
    };
    expect(await begin(first, '203.0.113.7')).toBe(200);
    await sql`UPDATE rate_limit SET used = 300 WHERE name LIKE 'payment-address:%'`.execute(store.database);
    expect(await begin(second, '203.0.113.7')).toBe(429);
    expect(await begin(third, '203.0.114.7')).toBe(200);
  });

  it('does not count a second click, nor an order that could not be begun', async () => {
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    for (let click = 0; click < 3; click++) await pay(store, member, 'epoint', basketId);
    const used = async () =>
      (
        await sql<{ used: number }>`SELECT used FROM rate_limit WHERE name LIKE 'payment-account:%'`.execute(
          store.database,
        )
      ).rows;
    expect(await used()).toEqual([{ used: 1 }]);
  });

  it('of callbacks without proof is limited for one order, and so are cancellations', async () => {
    const readStatus = vi.spyOn(store.payments.providers.get('kassa24') as PaymentProvider, 'readStatus');
    const hint = async (orderId: string) =>
      (await store.server.inject({ method: 'POST', url: '/api/v1/callbacks/kassa24/result', payload: { orderId } }))
        .statusCode;
    const begin = async () => {
      const member = await createMember(store);
      const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
      return { member, orderId: (await pay(store, member, 'kassa24', basketId)).body.orderId };
    };
    const [first, second] = [await begin(), await begin()];
    const statuses: number[] = [];
    for (let count = 0; count < 100; count++) statuses.push(await hint(first.orderId));
    expect(readStatus).toHaveBeenCalledTimes(20);
    expect(statuses.lastIndexOf(200)).toBe(19);
    expect(await hint(second.orderId)).toBe(200);
    await cancel(second.member, second.orderId);
    // The provider tells the store that it has cancelled the link, and the store asks it.
    await eventually(() => expect(readStatus).toHaveBeenCalledTimes(23));
    readStatus.mockClear();
    expect((await cancel(second.member, second.orderId)).status).toBe(204);
    expect(readStatus).not.toHaveBeenCalled();
    readStatus.mockRestore();
  });

  it('is not limited with RATE_LIMITS=off', async () => {
    const free = await startTestNode({ url: store.url, environment: { RATE_LIMITS: 'off' } });
    await free.currency.refresh();
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    await pay(free, member, 'epoint', basketId);
    // A late callback of an order of the tests before may be counted as well.
    const counted = await sql`SELECT name FROM rate_limit WHERE name ~ '^payment-(account|address):'`.execute(
      store.database,
    );
    expect(counted.rows).toEqual([]);
    await free.close();
  });
});
