import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRateLimits } from '../../platform/database/rate-limits.ts';
import { codeIn, letterTo } from '../../testing/test-account.ts';
import { buyKeys, revealKey } from '../../testing/test-claims.ts';
import { createGuest, guestOf, openLink, pageLink, proveAddress, tokenOf, VISITOR } from '../../testing/test-guest.ts';
import { createMember } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { call, findKeyProduct } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createCustomersService } from '../customers/customers.service.ts';
import { createOrderAccessService } from './order-access.service.ts';
import { createMailLink } from './order-links.service.ts';
import { createTakeOver } from './take-over.service.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await findKeyProduct(store);
});
afterAll(() => store.close());

const SUBJECT = 'Код для заказа Oyna';
const sendCode = (token: string) => call(store, VISITOR, 'POST', '/api/v1/order-link/code', { body: { token } });
const confirm = (token: string, code: string) =>
  call<{ token: string; orderId: string; code?: string }>(store, VISITOR, 'POST', '/api/v1/order-link/confirm', {
    body: { token, code },
  });
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function bought() {
  const guest = await createGuest(store);
  const { orderId, keyIds } = await buyKeys(store, guest, productId);
  return { guest, orderId, keyIds, link: await pageLink(store, guest, orderId) };
}

async function sentCode(link: string, email: string): Promise<string> {
  expect((await sendCode(link)).status).toBe(204);
  return codeIn(await letterTo(store, email, SUBJECT));
}

describe('the link to an order of a guest', () => {
  it('is stored as a hash and shown once', async () => {
    const { guest, orderId, link } = await bought();
    const { rows } = await sql<{ text: string }>`SELECT order_link::text AS text FROM order_link`.execute(
      store.database,
    );
    expect(rows.map(({ text }) => text).join()).not.toContain(link);
    const again = await call(store, guest, 'POST', `/api/v1/user/orders/${orderId}/link`);
    expect(again).toEqual({ status: 200, body: { link: null } });
  });

  it('is for the buyer of a paid order without an account only', async () => {
    const { orderId } = await bought();
    const ask = (by: Parameters<typeof call>[1], id: string) =>
      call(store, by, 'POST', `/api/v1/user/orders/${id}/link`);
    expect((await ask(await createGuest(store), orderId)).status).toBe(404);
    const member = await createMember(store);
    const own = await buyKeys(store, member, productId);
    expect((await ask(member, own.orderId)).status).toBe(404);
  });

  it('opens the order at once on the device that bought it', async () => {
    const { guest, orderId, link } = await bought();
    expect((await openLink(store, link, guest)).body).toEqual({ state: 'open', orderId });
  });

  it('asks for a code on any other device, and says nothing about the order', async () => {
    const { link } = await bought();
    for (const by of [VISITOR, await createGuest(store), await createMember(store)]) {
      expect((await openLink(store, link, by)).body).toEqual({ state: 'code', orderId: null });
    }
  });

  it('opens in both of two tabs of an account that has proven the address', async () => {
    const { guest, orderId, link } = await bought();
    const member = await createMember(store);
    await proveAddress(store, member, guest.email);
    const takeOver = createTakeOver(store.database);
    const { open } = createOrderAccessService({
      db: store.database,
      announce: () => Promise.reject(new Error('not called')),
      limits: createRateLimits(store.database, { isOn: false }),
      async takeOver(accountId) {
        // The other tab is first.
        expect((await openLink(store, link, member)).body).toEqual({ state: 'open', orderId });
        return takeOver(accountId);
      },
      canMail: true,
    });
    const session = { id: '', accountId: member.accountId, isGuest: false, expiresAt: new Date() };
    expect(await open(link, session, '127.0.0.1')).toEqual({ state: 'open', orderId });
  });

  it('is unknown in the same words when it is wrong, malformed or expired', async () => {
    const { link } = await bought();
    const unknown = [randomBytes(16).toString('base64url'), '', 'x', link.slice(1), `${link} `, link.toLowerCase()];
    const answers = await Promise.all(unknown.map((token) => openLink(store, token)));
    await sql`UPDATE order_link SET expires_at = now() WHERE token_hash = sha256(${link}::bytea)`.execute(
      store.database,
    );
    answers.push(await openLink(store, link));
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'not-found']);
    expect((await sendCode(link)).status).toBe(404);
    expect((await confirm(link, '000000')).status).toBe(404);
  });

  it('is not made any more by a mail that was under way when the customer was erased', async () => {
    const { guest, orderId } = await bought();
    const order = await store.database
      .selectFrom('payment')
      .select(['id', 'order_id'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    await createCustomersService(store.database).erase(OPERATOR, guest.accountId);
    await createMailLink(store.database, '', { ...order, is_guest: true });
    const links = store.database.selectFrom('order_link').selectAll().where('payment_id', '=', order.id);
    expect(await links.execute()).toEqual([]);
  });

  it('comes by mail, too, and both work', async () => {
    const { guest, orderId, link } = await bought();
    const mailed = tokenOf(await letterTo(store, guest.email));
    expect(mailed).not.toBe(link);
    for (const token of [mailed, link]) expect((await openLink(store, token, guest)).body.orderId).toBe(orderId);
  });
});

describe('the code to the mailbox', () => {
  it('opens the order and its keys on another device', async () => {
    const { guest, orderId, keyIds, link } = await bought();
    const code = await sentCode(link, guest.email);
    const answer = await confirm(link, ` ${code} `);
    expect([answer.status, answer.body.orderId]).toEqual([200, orderId]);
    const device = await guestOf(store, answer.body.token, guest.email);
    expect(device.accountId).toBe(guest.accountId);
    expect((await revealKey(store, device, keyIds[0])).status).toBe(200);
    expect((await confirm(link, code)).body.code).toBe('code-invalid');
  });

  it('is not the code of another order or another link', async () => {
    const [mine, theirs] = [await bought(), await bought()];
    const code = await sentCode(mine.link, mine.guest.email);
    expect((await confirm(theirs.link, code)).body.code).toBe('code-invalid');
    expect((await confirm(randomBytes(16).toString('base64url'), code)).status).toBe(404);
    expect((await confirm(mine.link, code)).status).toBe(200);
  });

  it('allows five attempts, also when they arrive together', async () => {
    const { guest, link } = await bought();
    const code = await sentCode(link, guest.email);
    const wrong = await Promise.all(Array.from({ length: 8 }, () => confirm(link, other(code))));
    expect(wrong.map(({ body }) => body.code)).toEqual(Array.from({ length: 8 }, () => 'code-invalid'));
    expect((await confirm(link, code)).body.code).toBe('code-invalid');
  });

  it('opens one session when the right code arrives twice at once', async () => {
    const { guest, link } = await bought();
    const code = await sentCode(link, guest.email);
    const answers = await Promise.all([confirm(link, code), confirm(link, code), confirm(link, code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  it('works for ten minutes', async () => {
    const { guest, link } = await bought();
    const code = await sentCode(link, guest.email);
    const { rows } = await sql<{ minutes: number }>`
      SELECT round(extract(epoch FROM expires_at - now()) / 60)::integer AS minutes FROM account_code
      WHERE account_id = ${guest.accountId} AND purpose = 'order'`.execute(store.database);
    expect(rows).toEqual([{ minutes: 10 }]);
    await sql`UPDATE account_code SET expires_at = now() WHERE account_id = ${guest.accountId}`.execute(store.database);
    expect((await confirm(link, code)).body.code).toBe('code-invalid');
  });

  it('opens nothing for a blocked guest', async () => {
    const { guest, link } = await bought();
    const code = await sentCode(link, guest.email);
    await createCustomersService(store.database).block(OPERATOR, guest.accountId, 'fraud');
    expect((await confirm(link, code)).body.code).toBe('account-blocked');
  });
});

describe('the limits', () => {
  it('refuse guessed links, repeated codes and wrong codes', async () => {
    const limited = await createTestStore({ listen: true, worker: true });
    try {
      await limited.currency.refresh();
      const guest = await createGuest(limited);
      const { orderId } = await buyKeys(limited, guest, productId);
      const link = await pageLink(limited, guest, orderId);
      const post = (path: string, body: object) =>
        call<{ code: string }>(limited, VISITOR, 'POST', `/api/v1/order-link/${path}`, { body });
      for (let sent = 0; sent < 5; sent++) expect((await post('code', { token: link })).status).toBe(204);
      expect((await post('code', { token: link })).body.code).toBe('too-many-requests');
      for (let wrong = 0; wrong < 30; wrong++) {
        expect((await post('confirm', { token: link, code: 'x' })).body.code).toBe('code-invalid');
      }
      expect((await post('confirm', { token: link, code: 'x' })).body.code).toBe('too-many-requests');
      const statuses = [];
      for (let guess = 0; guess < 61; guess++) statuses.push((await openLink(limited, `x${guess}`)).status);
      expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 404));
      expect(statuses.at(-1)).toBe(429);
      expect((await openLink(limited, link, guest)).status).toBe(429);
    } finally {
      await limited.close();
    }
  });
});

describe('an account that has proven the address', () => {
  it('opens the link without a code and has the order from then on', async () => {
    const { guest, orderId, keyIds, link } = await bought();
    const owner = await createMember(store);
    await proveAddress(store, owner, guest.email.toUpperCase());
    expect((await openLink(store, link, owner)).body).toEqual({ state: 'open', orderId });
    expect((await revealKey(store, owner, keyIds[0])).status).toBe(200);
    expect((await revealKey(store, guest, keyIds[0])).status).toBe(404);
    expect((await openLink(store, link, guest)).body).toEqual({ state: 'sign-in', orderId: null });
    expect((await openLink(store, link)).body).toEqual({ state: 'sign-in', orderId: null });
    expect((await sendCode(link)).status).toBe(409);
    expect((await confirm(link, '000000')).status).toBe(409);
  });
});
