import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { lettersTo, letterTo } from '../../testing/test-account.ts';
import { buyKeys, claimKey, createCustomer, revealKey } from '../../testing/test-claims.ts';
import { createGuest, newAddress, tokenOf, VISITOR } from '../../testing/test-guest.ts';
import { createMember } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { call, fillBasket, findKeyProduct, getOrder, pay } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { order } from '../../testing/test-top-up.ts';
import { createCustomersService } from '../customers/customers.service.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';
import { guestsSweepJob } from './guests.jobs.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({
    listen: true,
    worker: true,
    environment: { RATE_LIMITS: 'off', MAIL_KEYS: 'on', REPLACEMENT_PURCHASES: '0', REPLACEMENT_BATCH_PERCENT: '100' },
  });
  await store.currency.refresh();
  productId = await findKeyProduct(store);
});
afterAll(() => store.close());

const begin = (body: object) =>
  call<{ token?: string; code?: string; field?: string }>(store, VISITOR, 'POST', '/api/v1/guest', { body });
const accountOf = (accountId: number) =>
  store.database.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst();
const readable = async (letters: { text: string }[]) => letters.map(({ text }) => text).join('\n');

describe('buying without an account', () => {
  it('needs an e-mail address and leads to a key like any purchase', async () => {
    const guest = await createGuest(store);
    const { orderId, keyIds } = await buyKeys(store, guest, productId);
    expect((await getOrder(store, guest, orderId)).state).toBe('paid');
    expect((await revealKey(store, guest, keyIds[0])).body.key).toMatch(/\S/);
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
  });

  it('leads to the code of a gift card, too', async () => {
    const { id } = await store.database
      .selectFrom('product')
      .innerJoin('game', 'game.id', 'product.game_id')
      .innerJoin('category', 'category.id', 'game.category_id')
      .select('product.id')
      .where('category.name', '=', 'Gift cards')
      .where('product.type', '=', 'Services')
      .where('product.available', '=', true)
      .orderBy('product.id')
      .executeTakeFirstOrThrow();
    const guest = await createGuest(store);
    const { orderId, keyIds } = await buyKeys(store, guest, id);
    expect((await getOrder(store, guest, orderId)).items).toMatchObject([{ productId: id, count: 1 }]);
    expect((await revealKey(store, guest, keyIds[0])).body.key).toMatch(/\S/);
    expect(tokenOf(await letterTo(store, guest.email))).toMatch(/\S/);
  });

  it('keeps the language and the country, and nothing that signs in', async () => {
    const { body } = await begin({ email: newAddress(), country: 'KZ', language: 'kz' });
    const { rows } = await sql`SELECT account.is_guest, account_session.is_guest AS of_guest, language, code,
        password_hash, email_confirmed_at FROM account
      JOIN account_session ON account_id = account.id JOIN country ON country.id = country_id
      WHERE token_hash = sha256(${body.token}::bytea)`.execute(store.database);
    expect(rows).toEqual([
      {
        is_guest: true,
        of_guest: true,
        language: 'kz',
        code: 'KZ',
        password_hash: null,
        email_confirmed_at: null,
      },
    ]);
  });

  it('is refused without a valid address or with an unknown country', async () => {
    const before = await store.database.selectFrom('account').select('id').execute();
    for (const email of ['', 'x', 'a@b', 'a@b.kz\nbcc:x@y.kz', `${'x'.repeat(300)}@example.com`]) {
      expect((await begin({ email })).body, email).toMatchObject({ code: 'email-invalid', field: 'email' });
    }
    expect((await begin({ email: newAddress(), country: 'QQ' })).body.code).toBe('country-invalid');
    expect((await begin({})).status).toBe(400);
    expect(await store.database.selectFrom('account').select('id').execute()).toEqual(before);
  });

  it('answers the same whether an account has the address or not', async () => {
    const member = await createMember(store);
    const { email } = (await accountOf(member.accountId)) ?? {};
    const [known, unknown] = [await begin({ email }), await begin({ email: newAddress() })];
    expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)]);
  });

  it('sends a link to the order and no key, although the store sends keys to accounts', async () => {
    const guest = await createGuest(store);
    const { keyIds } = await buyKeys(store, guest, productId);
    const letter = await letterTo(store, guest.email);
    expect(tokenOf(letter)).toHaveLength(22);
    const { body } = await revealKey(store, guest, keyIds[0]);
    expect(await readable(await lettersTo(store, guest.email))).not.toContain(body.key);
  });
});

describe('the session of a guest', () => {
  it('does not open what needs an account, and stays valid', async () => {
    const guest = await createGuest(store);
    for (const url of [
      '/api/v1/user/info',
      '/api/v1/favorites',
      '/api/v1/user/sessions',
      '/api/v1/user/notifications',
    ]) {
      const answer = await call<{ code: string }>(store, guest, 'GET', url);
      expect([answer.status, answer.body.code], url).toEqual([403, 'account-needed']);
    }
    const proof = await call<{ code: string }>(store, guest, 'PUT', '/api/v1/user/password', { body: { next: 'x' } });
    expect(proof.body.code).toBe('account-needed');
    expect((await call(store, guest, 'GET', '/api/v1/user/baskets')).status).toBe(200);
  });

  it('shows nothing of another guest with the same address', async () => {
    const first = await createGuest(store);
    const second = await createGuest(store, first.email.toUpperCase());
    const { orderId, keyIds } = await buyKeys(store, first, productId);
    expect((await call(store, second, 'GET', `/api/v1/user/orders/${orderId}`)).status).toBe(404);
    expect((await revealKey(store, second, keyIds[0])).status).toBe(404);
    expect((await claimKey(store, second, keyIds[0])).status).toBe(404);
    expect((await call(store, second, 'GET', '/api/v1/user/baskets')).body).toEqual([]);
  });

  it('orders a top-up as a visitor does: it belongs to no account', async () => {
    const guest = await createGuest(store);
    const { status, body } = await order(store, guest, { account: `guest${guest.accountId}` });
    expect(status, JSON.stringify(body)).toBe(200);
    const { rows } = await sql`SELECT top_up.account_id FROM top_up JOIN payment ON payment.top_up_id = top_up.id
      WHERE order_id = ${body.orderId}`.execute(store.database);
    expect(rows).toEqual([{ account_id: null }]);
  });
});

describe('a sign-in', () => {
  it('never finds a guest, by login, address or a new password', async () => {
    const guest = await createGuest(store);
    const { login = '' } = (await accountOf(guest.accountId)) ?? {};
    for (const username of [login, guest.email]) {
      const answer = await call<{ code: string }>(store, VISITOR, 'POST', '/account/login', {
        body: { username, password: 'Secret!pass1' },
      });
      expect(answer.body.code).toBe('auth-error');
      await call(store, VISITOR, 'POST', '/account/password/forgot', { body: { login: username } });
    }
    const { rows } = await sql`SELECT FROM account_code WHERE account_id = ${guest.accountId}`.execute(store.database);
    expect(rows).toEqual([]);
  });

  it('is possible with an address that a guest has entered first', async () => {
    const guest = await createGuest(store);
    const body = { username: `u${guest.accountId}`, email: guest.email, password: 'Secret!pass1', countryId: 1 };
    const answer = await call(store, VISITOR, 'POST', '/account/register/user', { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  });
});

describe('the limits of a guest', () => {
  const addCode = (terms: object) => {
    const code = `G${Math.random().toString(36).slice(2, 10).toUpperCase()}`;
    return store.database
      .insertInto('promo_code')
      .values({ code, percent: 10, ...terms })
      .execute()
      .then(() => code);
  };
  const apply = async (by: Parameters<typeof fillBasket>[1], code: string) => {
    const basketId = await fillBasket(store, by, [{ id: productId, count: 1 }]);
    const answer = await call(store, by, 'PUT', `/api/v1/basket/promo/${basketId}`, { body: { code } });
    return answer.status;
  };

  it.each([{ account_limit: 1 }, { is_first_order: true }])(
    'say nothing about an address by a code with %o',
    async (terms) => {
      const code = await addCode(terms);
      const known = await createMember(store);
      await buyKeys(store, known, productId);
      const email = `known${known.accountId}@example.com`;
      await sql`UPDATE account SET email = ${email}, email_confirmed_at = now() WHERE id = ${known.accountId}`.execute(
        store.database,
      );
      const answers = [await apply(await createGuest(store, email), code), await apply(await createGuest(store), code)];
      expect(answers[0]).toBe(answers[1]);
      expect(answers[0]).toBe(403);
    },
  );

  it('count an order as a guest as the first one of the account with the address', async () => {
    const code = await addCode({ is_first_order: true });
    const guest = await createGuest(store);
    await buyKeys(store, guest, productId);
    const owner = await createMember(store);
    await sql`UPDATE account SET email = ${guest.email} WHERE id = ${owner.accountId}`.execute(store.database);
    // Until the address is proven it may be a stranger's.
    expect(await apply(owner, code)).toBe(200);
    await sql`UPDATE account SET email_confirmed_at = now() WHERE id = ${owner.accountId}`.execute(store.database);
    await call(store, owner, 'GET', '/api/v1/user/baskets');
    expect(await apply(owner, code)).toBe(400);
  });

  it('count the keys that wait for payment by the address, from one network', async () => {
    const rich = await stockProduct(store.database, 60);
    const first = await createGuest(store);
    const held = await fillBasket(store, first, [{ id: rich, count: 12 }]);
    expect((await pay(store, first, 'epoint', held)).status).toBe(200);
    const other = await createGuest(store, first.email);
    const basketId = await fillBasket(store, other, [{ id: rich, count: 12 }]);
    expect((await pay(store, other, 'epoint', basketId)).body.code).toBe('too-many-held');
    const moveTo = (guest: { accountId: number }, address: string) =>
      sql`UPDATE account_session SET address = ${address} WHERE account_id = ${guest.accountId}`.execute(
        store.database,
      );
    // A device changes its IPv6 address within the /64 network.
    await moveTo(first, '2001:db8:1:2:a:b:c:d');
    await moveTo(other, '2001:DB8:1:2::9');
    expect((await pay(store, other, 'epoint', basketId)).body.code).toBe('too-many-held');
    // From another network the first one may be a stranger who wrote the address.
    await moveTo(other, '2001:db8:1:3::9');
    expect((await pay(store, other, 'epoint', basketId)).status).toBe(200);
  });

  it('refuse a payment with the address of a blocked customer', async () => {
    const blocked = await createGuest(store);
    await createCustomersService(store.database).block(OPERATOR, blocked.accountId, 'fraud');
    const guest = await createGuest(store, blocked.email);
    const basketId = await fillBasket(store, guest, [{ id: productId, count: 1 }]);
    expect((await pay(store, guest, 'epoint', basketId)).body.code).toBe('account-blocked');
  });
});

describe('a claim of a guest', () => {
  it('waits for a person where the claim of an account is answered at once', async () => {
    const customer = await createCustomer(store, productId);
    const own = await buyKeys(store, customer, productId);
    await revealKey(store, customer, own.keyIds[0]);
    expect((await claimKey(store, customer, own.keyIds[0])).body.status).toBe('replaced');

    const guest = await createGuest(store);
    const { keyIds } = await buyKeys(store, guest, productId);
    await sql`UPDATE account SET created_at = now() - interval '90 days' WHERE id = ${guest.accountId}`.execute(
      store.database,
    );
    await revealKey(store, guest, keyIds[0]);
    expect((await claimKey(store, guest, keyIds[0])).body.status).toBe('open');
    const claim = await store.database
      .selectFrom('key_claim')
      .select('wait_reason')
      .where('key_id', '=', keyIds[0] ?? 0)
      .executeTakeFirst();
    expect(claim?.wait_reason).toBe('guest');
  });
});

describe('the hourly sweep', () => {
  it('deletes guests who never began to pay, and no other', async () => {
    const [idle, active, buyer] = [await createGuest(store), await createGuest(store), await createGuest(store)];
    await fillBasket(store, idle, [{ id: productId, count: 1 }]);
    await buyKeys(store, buyer, productId);
    await sql`UPDATE account SET created_at = now() - interval '40 days' WHERE is_guest`.execute(store.database);
    await sql`UPDATE account_session SET expires_at = now() - interval '1 minute'
      WHERE account_id IN (${idle.accountId}, ${buyer.accountId})`.execute(store.database);
    await guestsSweepJob(store.database).run();
    const left = await Promise.all([idle, active, buyer].map(({ accountId }) => accountOf(accountId)));
    expect(left.map(Boolean)).toEqual([false, true, true]);
  });

  it('removes the network from payments that do not wait any more, and from no other', async () => {
    const [settled, waiting] = [await createGuest(store), await createGuest(store)];
    await buyKeys(store, settled, productId);
    const basketId = await fillBasket(store, waiting, [{ id: productId, count: 1 }]);
    const { body } = await pay(store, waiting, 'epoint', basketId);
    const network = '203.0.113.60';
    // As a node of the release before leaves them: it does not know the column.
    await sql`UPDATE payment SET newcomer_network = ${network}
      WHERE account_id IN (${settled.accountId}, ${waiting.accountId})`.execute(store.database);
    await guestsSweepJob(store.database).run();
    const { rows } = await sql`SELECT order_id FROM payment WHERE newcomer_network = ${network}`.execute(
      store.database,
    );
    expect(rows).toEqual([{ order_id: body.orderId }]);
    await call(store, waiting, 'POST', `/api/v1/payment/${body.orderId}/cancel`);
  });
});
