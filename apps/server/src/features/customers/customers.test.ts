import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFaults } from '../../../../../tests/resilience/invariant-check.ts';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { audit } from '../../platform/audit.ts';
import { eventually } from '../../testing/eventually.ts';
import { call, PASSWORD, register } from '../../testing/test-account.ts';
import { createMember, type Member } from '../../testing/test-member.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { fillBasket, getOrder, type Link, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { creditsOf, deliver, order } from '../../testing/test-top-up.ts';
import { accountMessagesTask } from '../account-messages/account-messages.jobs.ts';
import { addNote } from '../notes/notes.service.ts';
import { previewErasing } from './customers.commands.ts';
import { createCustomersService } from './customers.service.ts';

let store: TestStore;
let productId: number;
let customers: ReturnType<typeof createCustomersService>;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 20);
  customers = createCustomersService(store.database);
});
afterAll(() => store.close());
afterEach(async () => expect(await findFaults(store)).toEqual([]));

const signIn = (username: string, password = PASSWORD) =>
  call(store, 'POST', '/account/login', { body: { username, password } });
const reasonOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { details?: { reason?: string } }) => error.details?.reason,
  );

async function registerAs(username: string): Promise<number> {
  await register(store, { username, email: `${username}@example.com` });
  const [customer] = await customers.search(username);
  return customer?.accountId ?? 0;
}

async function buy(member: Member): Promise<string> {
  const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
  const { body } = await pay(store, member, 'epoint', basketId);
  await press(body, 'approve');
  await eventually(async () => expect((await getOrder(store, member, body.orderId)).state).toBe('paid'));
  return body.orderId;
}

describe('a blocked customer', () => {
  it('loses every session and cannot sign in until unblocked', async () => {
    const accountId = await registerAs('blocked1');
    const { token } = (await signIn('blocked1')).json<{ token: string }>();
    const me = () => store.server.inject({ url: '/api/v1/user/info', headers: { authorization: `Bearer ${token}` } });
    expect((await me()).statusCode).toBe(200);
    await customers.block(OPERATOR, accountId, 'stolen cards');
    expect((await me()).statusCode).toBe(401);
    const refused = await signIn('blocked1');
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'account-blocked']);
    expect((await signIn('blocked1', 'Wrong!pass1')).json().code).toBe('auth-error');
    expect(await customers.get(accountId)).toMatchObject({ blockedReason: 'stolen cards', sessions: [] });
    await customers.unblock(OPERATOR, accountId);
    expect((await signIn('blocked1')).statusCode).toBe(200);
  });

  it('gets no session from a sign-in that runs while the block is made', async () => {
    const accountId = await registerAs('blocked2');
    for (let round = 0; round < 5; round++) {
      await Promise.all([signIn('blocked2'), customers.block(OPERATOR, accountId, 'fraud'), signIn('blocked2')]);
      expect((await customers.get(accountId)).sessions).toEqual([]);
      await customers.unblock(OPERATOR, accountId);
    }
  });

  it('cannot begin a payment with a request that was already signed in', async () => {
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    // The state between the check of the token and the start of the payment.
    await sql`UPDATE account SET blocked_at = now(), blocked_reason = 'fraud' WHERE id = ${member.accountId}`.execute(
      store.database,
    );
    const { status, body } = await pay(store, member, 'epoint', basketId);
    expect([status, body.code]).toEqual([403, 'account-blocked']);
    const payments = await store.database
      .selectFrom('payment')
      .select('id')
      .where('account_id', '=', member.accountId)
      .execute();
    expect(payments).toEqual([]);
  });

  it('is refused when blocked or unblocked twice', async () => {
    const { accountId } = await createMember(store);
    expect(await reasonOf(customers.unblock(OPERATOR, accountId))).toBe('not-blocked');
    const outcomes = await Promise.all([1, 2].map(() => reasonOf(customers.block(OPERATOR, accountId, 'fraud'))));
    expect(outcomes.toSorted()).toEqual(['blocked-already', 'done']);
  });
});

describe('an erased customer', () => {
  it('leaves no personal data behind, and the address can be registered again', async () => {
    const accountId = await registerAs('leaving1');
    const { token } = (await signIn('leaving1')).json<{ token: string }>();
    const member = { accountId, token, headers: { authorization: `Bearer ${token}` } };
    await sql`UPDATE account SET first_name = 'Leavingname', last_name = 'Surname', phone = '+77010000001',
      birth_date = '1990-01-01' WHERE id = ${accountId}`.execute(store.database);
    const orderId = await buy(member);
    const keyId = (await getOrder(store, member, orderId)).items[0]?.keys[0]?.id;
    await store.server.inject({ method: 'POST', url: `/api/v1/user/keys/${keyId}/reveal`, headers: member.headers });
    await customers.block(OPERATOR, accountId, 'asked by leaving1');
    await writeAboutOrder(orderId, 'a note about leaving1');
    const exported = JSON.stringify(await customers.export(OPERATOR, accountId));
    expect(exported.split('a note about leaving1')).toHaveLength(4);
    await customers.unblock(OPERATOR, accountId);
    await writeMessages(accountId, 'leaving1@example.com');
    await sql`INSERT INTO payment_alert (provider, order_id, kind, detail)
      VALUES ('epoint', 'lost', 'unknown-order', 'A-1: Leaving1@example.com paid 5.00 USD')`.execute(store.database);

    await customers.erase(OPERATOR, accountId);

    expect(await findText('leaving')).toEqual([]);
    expect(await findText('stays@example.com')).toEqual(expect.arrayContaining(['public.outbox', 'pgboss.job']));
    expect(await findText('A-1: an erased customer paid 5.00 USD')).toEqual(['public.payment_alert']);
    expect(await findText('+77010000001')).toEqual([]);
    const facts = await customers.get(accountId);
    expect(facts).toMatchObject({ email: null, firstName: '', hasPassword: false, sessions: [], identities: [] });
    expect(facts.orders.map((order) => order.orderId)).toEqual([orderId]);
    await sendLate(accountId, 'leaving1@example.com');
    expect(await findText('leaving')).toEqual([]);
    expect((await signIn('leaving1')).statusCode).toBe(401);
    expect(await registerAs('leaving1')).not.toBe(accountId);
    expect(await reasonOf(customers.erase(OPERATOR, accountId))).toBe('erased-already');
    expect(await reasonOf(customers.block(OPERATOR, accountId, 'x'))).toBe('erased-already');
    const audited = await store.database
      .selectFrom('audit_entry')
      .select(['actor', 'details'])
      .where('action', '=', 'customer erase')
      .where('subject', '=', `account ${accountId}`)
      .execute();
    expect(audited).toEqual([{ actor: 'operator', details: {} }]);
  });

  it('is refused while a payment, a refund or a claim is open, and then changes nothing', async () => {
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    const { body } = await pay(store, member, 'epoint', basketId);
    expect(await reasonOf(customers.erase(OPERATOR, member.accountId))).toBe('open-business');
    await press(body, 'approve');
    await eventually(async () => expect((await getOrder(store, member, body.orderId)).state).toBe('paid'));
    const keyId = (await getOrder(store, member, body.orderId)).items[0]?.keys[0]?.id;
    await store.server.inject({
      method: 'POST',
      url: `/api/v1/user/keys/${keyId}/claim`,
      headers: member.headers,
      payload: { reason: 'wrong-region' },
    });
    expect(await reasonOf(customers.erase(OPERATOR, member.accountId))).toBe('open-business');
    await store.payments.refunds.refund(OPERATOR, body.orderId);
    expect(await reasonOf(customers.erase(OPERATOR, member.accountId))).toBe('open-business');
    expect((await customers.get(member.accountId)).erasedAt).toBeNull();
    await store.payments.refunds.refundDue();
    expect(await reasonOf(customers.erase(OPERATOR, member.accountId))).toBe('done');
  });

  it('gets nothing delivered when an old payment link is paid afterwards', async () => {
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    const { body } = await pay(store, member, 'epoint', basketId);
    await payAfterErasure(member, body);
  });

  it('tops up no account when the link of an old top-up is paid afterwards', async () => {
    const member = await createMember(store);
    const { body } = await order(store, member, { provider: 'epoint', account: 'departed1', amount: 5000 });
    await payAfterErasure(member, body);
    await deliver(store, body.orderId);
    expect([...(await creditsOf(store, 'erased')), ...(await creditsOf(store, 'departed1'))]).toEqual([]);
  });

  async function payAfterErasure(member: Member, link: Pick<Link, 'orderId' | 'link_url'>): Promise<void> {
    await store.payments.settlement.giveUp(link.orderId, 'cancelled', 'the buyer went back');
    await customers.erase(OPERATOR, member.accountId);
    await press(link, 'approve');
    const statusOf = () =>
      store.database.selectFrom('payment').select('status').where('order_id', '=', link.orderId).executeTakeFirst();
    await eventually(async () => expect(await statusOf()).toEqual({ status: 'refunding' }));
    await store.payments.refunds.refundDue();
    expect(await statusOf()).toEqual({ status: 'refunded' });
  }

  it('is not looked for in the address of another customer', async () => {
    const accountId = await registerAs('ivan7');
    await sql`INSERT INTO payment_alert (provider, order_id, kind, detail)
      VALUES ('epoint', 'lost', 'unknown-order', 'A-2: petr-ivan7@example.com paid 5.00 USD')`.execute(store.database);
    await customers.erase(OPERATOR, accountId);
    expect(await findText('A-2: petr-ivan7@example.com paid 5.00 USD')).toEqual(['public.payment_alert']);
  });

  /** Messages that were being sent during the erasure. */
  async function sendLate(accountId: number, email: string): Promise<void> {
    const sent: string[] = [];
    const mailer = { send: async ({ to }: { to: string }) => void sent.push(to), close: () => {} };
    const parts = { db: store.database, mailer, sms: undefined, storeName: 'Oyna', publicUrl: 'http://localhost' };
    const task = accountMessagesTask({ ...parts, hasSession: async () => true });
    await task.run({ kind: 'code', accountId, purpose: 'email', target: email, sessionId: 'x' }, 'job');
    await task.run({ kind: 'notice', accountId, event: 'email-changed', to: email }, 'job');
    expect(sent).toEqual([]);
  }

  /** Messages that wait or failed for good, to this customer and to another one. */
  async function writeMessages(accountId: number, email: string): Promise<void> {
    const code = (id: number, target: string) =>
      JSON.stringify({ kind: 'code', accountId: id, purpose: 'email', target });
    const reset = JSON.stringify({ kind: 'reset', name: email.toUpperCase() });
    for (const data of [code(accountId, email), reset, code(accountId + 1_000_000, 'stays@example.com')]) {
      await sql`INSERT INTO outbox (queue, data) VALUES ('account-messages', ${data})`.execute(store.database);
      await sql`INSERT INTO pgboss.job (name, source_name, data)
        VALUES ('dead-letters', 'account-messages', ${data})`.execute(store.database);
    }
  }

  /** A note, a refund with a note, requests for a second operator, and a note of the reconciliation. */
  async function writeAboutOrder(orderId: string, text: string): Promise<void> {
    const { id } = await store.database
      .selectFrom('payment')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    await store.database.transaction().execute(async (transaction) => {
      await addNote(transaction, OPERATOR, { kind: 'order', id, name: `order ${orderId}` }, text);
      const part = { kind: 'amount', amount: 1 } as const;
      await store.payments.refunds.refundWithin(transaction, OPERATOR, orderId, part, { reason: text });
    });
    await store.payments.refunds.refundDue();
    const request = JSON.stringify({ orderId, reason: text });
    await sql`INSERT INTO approval (kind, subject, request, facts, reason, requester, expires_at)
      VALUES ('refund', ${`order ${orderId}`}, ${request}, '{}', ${text}, 'x', now())`.execute(store.database);
    await sql`INSERT INTO reconciliation (provider, day, file_name, file_hash, loaded_by)
      VALUES ('epoint', '2026-01-01', 'x', '\\x00', 'x')`.execute(store.database);
    await sql`INSERT INTO reconciliation_note (provider, day, order_id, note, noted_by)
      VALUES ('epoint', '2026-01-01', ${orderId}, ${text}, 'x')`.execute(store.database);
    const entry = { actor: OPERATOR, action: 'reconciliation note', subject: 'epoint 2026-01-01', reason: text };
    await audit(store.database, { ...entry, details: { orderId } });
  }

  /** Tables of the store that hold the text somewhere. */
  async function findText(text: string): Promise<string[]> {
    const { rows: tables } = await sql<{ name: string }>`
      SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'pgboss')`.execute(store.database);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } =
        await sql`SELECT 1 FROM ${sql.raw(name)} AS row WHERE row::text ILIKE ${`%${text}%`} LIMIT 1`.execute(
          store.database,
        );
      if (rows.length > 0) found.push(name);
    }
    return found;
  }
});

describe('looking for a customer', () => {
  it('finds one by login, address or id, and several by a beginning', async () => {
    const [first, second] = [await registerAs('searched1'), await registerAs('searched2')];
    for (const query of ['SEARCHED1', 'Searched1@example.com', `#${first}`]) {
      expect((await customers.search(query)).map(({ accountId }) => accountId)).toEqual([first]);
    }
    expect((await customers.search('searched')).map(({ accountId }) => accountId)).toEqual([second, first]);
    expect(await customers.search('nothing-like-it')).toEqual([]);
    expect(await customers.search('%')).toEqual([]);
  });

  it('names others with the same address before one is erased', async () => {
    const accountId = await registerAs('shared1');
    const { rows } = await sql<{ id: number }>`INSERT INTO account (login, email, language, is_guest)
      VALUES ('guest-shared1', 'SHARED1@example.com', 'en', true) RETURNING id`.execute(store.database);
    const preview = previewErasing(await customers.get(accountId));
    expect(preview).toContain(`Others with this address are not erased with it: #${rows[0]?.id}`);
  });
});
