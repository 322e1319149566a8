import { domainToASCII } from 'node:url';
import { validateEmail } from '@oyna/domain/validation';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createSocialVisitor } from '../../testing/social-visitor.ts';
import {
  call as callApi,
  codeIn,
  createMemberWithPassword,
  letterTo,
  newName,
  PASSWORD,
  signIn,
} from '../../testing/test-account.ts';
import { buyKeys, claimKey, revealKey } from '../../testing/test-claims.ts';
import { createGuest, newAddress, openLink, pageLink, proveAddress } from '../../testing/test-guest.ts';
import { createMember } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { call, fillBasket, findKeyProduct, getOrder, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { ACCOUNT_INVARIANTS } from '../accounts/accounts.check.ts';
import { commandCaller } from '../approvals/approvals.service.ts';
import { createCustomersService } from '../customers/customers.service.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';
import { createTakeOver } from './take-over.service.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, worker: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await findKeyProduct(store);
  // The first request of a process to the stand-in of Google is slow.
  await store.server.inject({ url: '/api/v1/google/oauth' });
});
afterAll(() => store.close());

const takeOver = (accountId: number) => createTakeOver(store.database)(accountId);
const ownerOf = async (orderId: string) => {
  const row = await store.database
    .selectFrom('payment')
    .innerJoin('basket', 'basket.id', 'payment.basket_id')
    .select(['payment.account_id', 'basket.account_id as basket_owner'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(row.basket_owner).toBe(row.account_id);
  return row.account_id;
};

async function connectTo({ url }: TestStore): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function ownerOfAddress(email: string) {
  const owner = await createMember(store);
  await proveAddress(store, owner, email);
  return owner;
}

describe('the orders of a guest', () => {
  it('move to the account that signs in with the same confirmed address, in any case', async () => {
    const member = await createMemberWithPassword(store);
    const guest = await createGuest(store, member.email.toUpperCase());
    const { orderId } = await buyKeys(store, guest, productId);
    await signIn(store, member.username);
    expect(await ownerOf(orderId)).toBe(guest.accountId);
    await sql`UPDATE account SET email_confirmed_at = now() WHERE lower(email) = lower(${member.email}) AND NOT is_guest`.execute(
      store.database,
    );
    await signIn(store, member.username);
    expect(await ownerOf(orderId)).not.toBe(guest.accountId);
  });

  it('move when the address is confirmed by the code of the mail', async () => {
    const member = await createMemberWithPassword(store);
    const guest = await createGuest(store);
    const { orderId, keyIds } = await buyKeys(store, guest, productId);
    const body = { email: guest.email, password: 'Secret!pass1' };
    await callApi(store, 'POST', '/api/v1/user/email', { token: member.token, body });
    const letter = await letterTo(store, guest.email, 'Oyna confirmation code');
    await callApi(store, 'PUT', '/api/v1/user/email', { token: member.token, body: { code: codeIn(letter) } });
    const owner = { headers: { authorization: `Bearer ${member.token}` } };
    expect((await call<{ state: string }>(store, owner, 'GET', `/api/v1/user/orders/${orderId}`)).body.state).toBe(
      'paid',
    );
    expect((await call(store, owner, 'POST', `/api/v1/user/keys/${keyIds[0]}/reveal`)).status).toBe(200);
  });

  it('move when Google vouches for the address, and stay when it does not', async () => {
    const [sure, unsure] = [await createGuest(store), await createGuest(store)];
    const orders = [await buyKeys(store, sure, productId), await buyKeys(store, unsure, productId)] as const;
    await createSocialVisitor(store, 'google').signIn({ email: sure.email });
    await createSocialVisitor(store, 'google').signIn({ email: unsure.email, unverified: true });
    expect(await ownerOf(orders[0].orderId)).not.toBe(sure.accountId);
    expect(await ownerOf(orders[1].orderId)).toBe(unsure.accountId);
  });

  it('move with claims, openings, notifications and the promo code, and are recorded', async () => {
    const guest = await createGuest(store);
    const { orderId, keyIds } = await buyKeys(store, guest, productId);
    await revealKey(store, guest, keyIds[0]);
    await claimKey(store, guest, keyIds[0]);
    const owner = await ownerOfAddress(guest.email);
    expect(await takeOver(owner.accountId)).toEqual([orderId]);
    const left = await sql`
      SELECT (SELECT count(*)::integer FROM key_claim WHERE account_id = ${guest.accountId}) AS claims,
        (SELECT count(*)::integer FROM key_reveal WHERE account_id = ${guest.accountId}) AS openings,
        (SELECT count(*)::integer FROM notification WHERE account_id = ${guest.accountId}) AS notifications,
        (SELECT count(*)::integer FROM notification WHERE account_id = ${owner.accountId}) AS moved`.execute(
      store.database,
    );
    expect(left.rows).toEqual([{ claims: 0, openings: 0, notifications: 0, moved: 1 }]);
    const entries = await store.database
      .selectFrom('audit_entry')
      .select('details')
      .where('action', '=', 'guest take-over')
      .where('subject', '=', `account ${owner.accountId}`)
      .execute();
    expect(entries).toEqual([{ details: { guests: [guest.accountId], orders: [orderId] } }]);
    expect((await claimKey(store, owner, keyIds[0])).body.status).toBe('open');
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
  });

  it('stay locked by the answer to a claim that began before they moved', async () => {
    const guest = await createGuest(store);
    const { orderId, keyIds } = await buyKeys(store, guest, productId);
    const [keyId = 0] = keyIds;
    await revealKey(store, guest, keyId);
    expect((await claimKey(store, guest, keyId)).body.status).toBe('open');
    const owner = await ownerOfAddress(guest.email);
    // Not the few connections of the store, which it needs itself.
    const clients = await Promise.all([connectTo(store), connectTo(store), connectTo(store)]);
    const [first, second, third] = clients;
    const running: Promise<unknown>[] = [];
    /** A rejection before it is awaited is none of the test run. */
    const begin = <Result>(work: Promise<Result>) => {
      running.push(work.catch(() => undefined));
      return work;
    };
    const waits = (word: string, count: number) =>
      eventually(async () => {
        const { rows } = await third.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
            AND query LIKE '%${word}%'`,
        );
        expect(rows).toHaveLength(count);
      });
    try {
      // The move waits to be recorded, and the answer for the move. Then the answer waits to refer to the delivery.
      await first.query('BEGIN; SELECT FROM audit_head FOR UPDATE');
      await second.query(`BEGIN; SELECT FROM delivery WHERE key_id = ${keyId} FOR UPDATE`);
      const moved = begin(takeOver(owner.accountId));
      await waits('audit_', 1);
      const replaced = begin(store.claimAnswers.replace(commandCaller(OPERATOR), { keyId }));
      await waits('FROM payment', 1);
      await first.query('COMMIT');
      expect(await moved).toEqual([orderId]);
      await waits('INSERT INTO delivery', 1);
      const other = third.query('SELECT FROM payment WHERE order_id = $1 FOR NO KEY UPDATE NOWAIT', [orderId]);
      await expect(other).rejects.toMatchObject({ code: '55P03' });
      await second.query('COMMIT');
      expect(await replaced).not.toBe(keyId);
    } finally {
      // Also after a failure: what stays open would stop the tests after this one.
      await Promise.all(clients.map((client) => client.end()));
      await Promise.all(running);
    }
    expect(await ownerOf(orderId)).toBe(owner.accountId);
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
  });

  it('move from every guest with the address, once', async () => {
    const email = newAddress();
    const guests = [await createGuest(store, email), await createGuest(store, email)];
    const orders = [];
    for (const guest of guests) orders.push((await buyKeys(store, guest, productId)).orderId);
    const owner = await ownerOfAddress(email);
    const moved = await Promise.all([takeOver(owner.accountId), takeOver(owner.accountId)]);
    expect(moved.flat().toSorted()).toEqual(orders.toSorted());
    expect(await takeOver(owner.accountId)).toEqual([]);
  });

  it('stay closed when the guest is blocked or erased', async () => {
    const [blocked, erased] = [await createGuest(store), await createGuest(store)];
    const orders = [await buyKeys(store, blocked, productId), await buyKeys(store, erased, productId)] as const;
    const link = await pageLink(store, erased, orders[1].orderId);
    await createCustomersService(store.database).block(OPERATOR, blocked.accountId, 'fraud');
    await createCustomersService(store.database).erase(OPERATOR, erased.accountId);
    for (const [index, guest] of [blocked, erased].entries()) {
      const owner = await ownerOfAddress(guest.email);
      expect(await takeOver(owner.accountId)).toEqual([]);
      expect(await ownerOf(orders[index]?.orderId ?? '')).toBe(guest.accountId);
    }
    expect((await openLink(store, link)).status).toBe(404);
  });

  it('stay when the address of the account only reads alike in lower case', async () => {
    const guest = await createGuest(store, `${newName()}@mail.example`);
    const { orderId } = await buyKeys(store, guest, productId);
    const similar = guest.email.replace('@mail', '@maİl');
    const registered = { username: newName(), email: similar, password: PASSWORD, countryId: 1 };
    const refused = await callApi(store, 'POST', '/account/register/user', { body: registered });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'email-invalid']);

    // An account of the time when such addresses were allowed.
    const stranger = await createMemberWithPassword(store);
    const old = store.database.updateTable('account').where('id', '=', stranger.accountId);
    await old.set({ email: similar, email_confirmed_at: new Date() }).execute();
    await signIn(store, similar);
    expect(await ownerOf(orderId)).toBe(guest.accountId);
    expect(await checkInvariants(store.database, ACCOUNT_INVARIANTS)).toEqual([
      expect.stringContaining(String(stranger.accountId)),
    ]);
    await old.set({ email: null, email_confirmed_at: null }).execute();
  });

  it('do not collide with the requests of the account', async () => {
    const guest = await createGuest(store);
    const owner = await ownerOfAddress(guest.email);
    for (const buyer of [guest, owner]) {
      const basketId = await fillBasket(store, buyer, [{ id: productId, count: 1 }]);
      const { body: link } = await pay(store, buyer, 'epoint', basketId, { 'idempotency-key': 'the-same' });
      await press(link, 'approve');
      await eventually(async () => expect((await getOrder(store, buyer, link.orderId)).state).toBe('paid'));
    }
    expect(await takeOver(owner.accountId)).toHaveLength(1);
  });
});

describe('an order that is being paid', () => {
  it('stays with the guest, is delivered there, and moves at the next sign-in', async () => {
    const guest = await createGuest(store);
    const owner = await ownerOfAddress(guest.email);
    // The account has a basket already, and it can have only one.
    await fillBasket(store, owner, [{ id: productId, count: 1 }]);
    const basketId = await fillBasket(store, guest, [{ id: productId, count: 1 }]);
    const { body: link } = await pay(store, guest, 'epoint', basketId);
    expect(await takeOver(owner.accountId)).toEqual([]);
    await press(link, 'approve');
    await eventually(async () => expect((await getOrder(store, guest, link.orderId)).state).toBe('paid'));
    expect(await takeOver(owner.accountId)).toEqual([link.orderId]);
    expect((await getOrder(store, owner, link.orderId)).state).toBe('paid');
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
  });

  it('is refunded to its payer after the order has moved', async () => {
    const guest = await createGuest(store);
    const { orderId, keyIds } = await buyKeys(store, guest, productId);
    const owner = await ownerOfAddress(guest.email);
    await Promise.all([takeOver(owner.accountId), store.payments.refunds.refund(OPERATOR, orderId)]);
    await store.payments.refunds.refundDue();
    expect((await getOrder(store, owner, orderId)).state).toBe('refunded');
    expect((await revealKey(store, owner, keyIds[0])).status).toBe(409);
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
  });
});

it('compares addresses as mail does: no letter is another one in lower case', async () => {
  const letters = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => letter === letter.normalize('NFC') && !validateEmail(`a@a${letter}b.example`));
  const { rows } = await sql<{ letter: string; lower: string }>`
    SELECT letter, lower(letter) AS lower FROM unnest(${letters}::text[]) AS letter WHERE lower(letter) <> letter`.execute(
    store.database,
  );
  expect(rows.length).toBeGreaterThan(1_000);
  const domainOf = (letter: string) => domainToASCII(`a${letter}b.example`);
  expect(rows.filter(({ letter, lower }) => domainOf(letter) !== domainOf(lower))).toEqual([]);
});
