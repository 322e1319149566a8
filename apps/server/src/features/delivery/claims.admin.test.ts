import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { buyKeys, claimKey, createCustomer, keyStatus, type Purchase, revealKey } from '../../testing/test-claims.ts';
import { createMember } from '../../testing/test-member.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { fillBasket, pay } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';

let store: TestStore;
let productId: number;
let support: TestOperator;
let colleague: TestOperator;
let manager: TestOperator;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 60);
  support = await signInOperator(store, 'support');
  colleague = await signInOperator(store, 'support');
  manager = await signInOperator(store, 'manager');
});
afterAll(() => store.close());

/** An opened key with an open claim. */
async function claimed(product = productId): Promise<Purchase & { keyId: number; key: string }> {
  const member = await createMember(store);
  const purchase = await buyKeys(store, member, product);
  const [keyId = 0] = purchase.keyIds;
  const { key } = (await revealKey(store, member, keyId)).body;
  expect((await claimKey(store, member, keyId)).body.status).toBe('open');
  return { ...purchase, keyId, key };
}
const url = (keyId: number, action = '') => `/api/v1/claims/${keyId}${action && `/${action}`}`;
const SEEN = { status: 'open' };
const seenRefund = async (keyId: number) => ({
  ...SEEN,
  amount: (await support.get(url(keyId, 'refund'))).json().amount,
});
const batchOf = async (keyId: number) =>
  (await store.database.selectFrom('product_key').select('batch_id').where('id', '=', keyId).executeTakeFirstOrThrow())
    .batch_id;

describe('the queue of claims', () => {
  it('lists open claims the oldest first, page by page, and decided ones the latest first', async () => {
    const keyIds: number[] = [];
    for (let index = 0; index < 3; index++) keyIds.push((await claimed()).keyId);
    const first = (await support.get('/api/v1/claims?limit=2')).json();
    expect(first.items.map(({ keyId }: { keyId: number }) => keyId)).toEqual(keyIds.slice(0, 2));
    expect(first.items[0]).toMatchObject({
      waitReason: 'new-account',
      isOpened: true,
      isOverdue: false,
      status: 'open',
    });
    const second = (await support.get(`/api/v1/claims?limit=2&after=${first.next}`)).json();
    expect(second.items.map(({ keyId }: { keyId: number }) => keyId)).toEqual([keyIds[2]]);
    expect(second.next).toBeNull();
    for (const keyId of keyIds) {
      const refused = await support.call('POST', url(keyId, 'refuse'), { ...SEEN, text: 'Ключ активирован.' });
      expect(refused.statusCode, refused.body).toBe(200);
    }
    const decided = (await support.get('/api/v1/claims?state=decided&limit=2')).json();
    expect(decided.items.map(({ keyId }: { keyId: number }) => keyId)).toEqual(keyIds.toReversed().slice(0, 2));
    const rest = (await support.get(`/api/v1/claims?state=decided&limit=2&after=${decided.next}`)).json();
    expect(rest.items[0]).toMatchObject({ keyId: keyIds[0], resolvedBy: support.actor.name, status: 'refused' });
    expect((await support.get('/api/v1/claims')).json().items).toEqual([]);
  });

  it('shows what helps to decide, and never the key', async () => {
    const { keyId, key, member } = await claimed();
    const answer = await support.get(url(keyId));
    expect(answer.json()).toMatchObject({
      keyId,
      accountId: member.accountId,
      reveals: [{ channel: 'page', address: '127.0.0.1' }],
      buyer: { orders: 1, paidOrders: 1, refundedOrders: 0, isBlocked: false, claims: { open: 1, replaced: 0 } },
      batch: { rate: { claimed: expect.any(Number) }, quarantinedAt: null },
    });
    const { dueAt, createdAt, batch } = answer.json();
    expect(batch.supplierRate.delivered).toBeGreaterThanOrEqual(batch.rate.delivered);
    expect(batch.rate.delivered).toBeGreaterThan(0);
    expect(Date.parse(dueAt) - Date.parse(createdAt)).toBe(48 * 3_600_000);
    expect(answer.body).not.toContain(key);
    expect((await support.get('/api/v1/claims')).body).not.toContain(key);
    expect((await support.get(url(999_999))).statusCode).toBe(404);
  });
});

describe('two operators with one claim', () => {
  it('decide once: the second sees the decision of the first', async () => {
    for (let round = 0; round < 5; round++) {
      const { keyId } = await claimed();
      const refund = await seenRefund(keyId);
      const parallel = { isParallel: true };
      const answers = await Promise.all([
        support.call('POST', url(keyId, 'replace'), SEEN, parallel),
        colleague.call('POST', url(keyId, 'refuse'), { ...SEEN, text: 'Ключ исправен.' }, parallel),
        manager.call('POST', url(keyId, 'refund'), refund, parallel),
      ]);
      const lost = answers.filter(({ statusCode }) => statusCode !== 200);
      expect(lost).toHaveLength(2);
      const decision = (await support.get(url(keyId))).json();
      for (const answer of lost) {
        expect([answer.statusCode, answer.json().code]).toEqual([409, 'changed-meanwhile']);
        expect(answer.json().current).toMatchObject({ status: decision.status, resolvedBy: decision.resolvedBy });
      }
    }
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
  });

  it('leave one outcome when one replaces the key while the other refunds the order', async () => {
    for (let round = 0; round < 3; round++) {
      const { keyId, orderId } = await claimed();
      await Promise.allSettled([
        store.payments.refunds.refund(colleague.actor, orderId),
        support.call('POST', url(keyId, 'replace'), SEEN, { isParallel: true }),
      ]);
      const { status } = (await support.get(url(keyId))).json();
      expect(['replaced', 'refunded']).toContain(status);
      expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
    }
  });

  it('write one audit entry for each decision', async () => {
    for (const action of ['replace', 'refund', 'refuse']) {
      const { keyId } = await claimed();
      const body = { ...(await seenRefund(keyId)), text: 'Ключ исправен.' };
      const answer = await support.call('POST', url(keyId, action), body);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json().resolvedBy).toBe(support.actor.name);
      expect((await colleague.call('POST', url(keyId, action), body)).statusCode).toBe(409);
    }
  });
});

describe('a replaced key', () => {
  it('counts for the daily limit of the operator as a refund of it does, also in parallel', async () => {
    const { keyId } = await claimed();
    expect((await support.call('POST', url(keyId, 'replace'), SEEN)).statusCode).toBe(200);
    const { operator_id, tenge } = await store.database
      .selectFrom('key_claim')
      .select(['operator_id', 'tenge'])
      .where('key_id', '=', keyId)
      .executeTakeFirstOrThrow();
    expect([operator_id, Number(tenge) > 0]).toEqual([support.id, true]);
    // One key is within the limit, and two are above it.
    await sql`INSERT INTO operator_role (id, permissions, limits) VALUES ('small', '{claims:read,claims:decide}',
      jsonb_build_object('refundPerDay', ${tenge}::bigint * 2 - 1))`.execute(store.database);
    const small = await signInOperator(store, 'small');
    const keyIds = [(await claimed()).keyId, (await claimed()).keyId];
    const answers = await Promise.all(
      keyIds.map((id) => small.call('POST', url(id, 'replace'), SEEN, { isParallel: true })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403]);
    const refused = answers.findIndex(({ statusCode }) => statusCode === 403);
    expect(answers[refused]?.json()).toMatchObject({ code: 'operator-limit' });
    const left = keyIds[refused] ?? 0;
    expect((await small.get(url(left))).json()).toMatchObject({ status: 'open', newKeyId: null });
    const refund = await small.call('POST', url(left, 'refund'), await seenRefund(left));
    expect([refund.statusCode, refund.json().code]).toEqual([403, 'operator-limit']);
    expect((await colleague.call('POST', url(left, 'replace'), SEEN)).statusCode).toBe(200);
    expect(await checkInvariants(store.database, INVARIANTS)).toEqual([]);
  });
});

describe('a batch in quarantine', () => {
  it('sells no key until its release, also none that comes back from a payment', async () => {
    const scarce = await stockProduct(store.database, 3);
    const { keyId } = await claimed(scarce);
    const batchId = await batchOf(keyId);
    // One key is held by a payment that is not paid.
    const holder = await createMember(store);
    const basketId = await fillBasket(store, holder, [{ id: scarce, count: 1 }]);
    await pay(store, holder, 'epoint', basketId);
    const quarantine = await support.call('POST', `/api/v1/batches/${batchId}/quarantine`, { reason: 'Many claims' });
    expect(quarantine.json()).toEqual({ moved: 1 });
    expect((await support.get(url(keyId))).json().batch).toMatchObject({
      quarantinedBy: support.actor.name,
      quarantineReason: 'Many claims',
    });
    const again = await colleague.call('POST', `/api/v1/batches/${batchId}/quarantine`, { reason: 'Me too' });
    expect(again.json()).toMatchObject({ code: 'changed-meanwhile', current: { quarantinedBy: support.actor.name } });

    const statuses = async () =>
      (await store.database.selectFrom('product_key').select('status').where('batch_id', '=', batchId).execute()).map(
        ({ status }) => status,
      );
    expect((await statuses()).toSorted()).toEqual(['disputed', 'quarantined', 'reserved']);
    await sql`UPDATE product_key SET status = 'available', order_item_id = NULL, reserved_until = NULL
      WHERE product_id = ${scarce} AND status = 'reserved'`.execute(store.database);
    expect((await statuses()).toSorted()).toEqual(['disputed', 'quarantined', 'quarantined']);
    const replaced = await support.call('POST', url(keyId, 'replace'), SEEN);
    expect([replaced.statusCode, replaced.json().code]).toEqual([409, 'out-of-stock']);

    const release = await support.call('POST', `/api/v1/batches/${batchId}/release`, { reason: 'Checked' });
    expect(release.json()).toEqual({ moved: 2 });
    expect((await support.call('POST', url(keyId, 'replace'), SEEN)).statusCode).toBe(200);
  });

  it('keeps a key that a refund returns', async () => {
    const scarce = await stockProduct(store.database, 1);
    const { orderId, keyIds } = await buyKeys(store, await createMember(store), scarce);
    const batchId = await batchOf(keyIds[0] ?? 0);
    await support.call('POST', `/api/v1/batches/${batchId}/quarantine`, { reason: 'Many claims' });
    await store.payments.refunds.refund(support.actor, orderId);
    expect(await keyStatus(store, keyIds[0])).toBe('quarantined');
  });
});

describe('the replacement policy', () => {
  const policy = async () => (await support.get('/api/v1/claims/policy')).json();

  it('is changed by a manager, version by version, and decides the next claim', async () => {
    const before = await policy();
    expect(before).toMatchObject({ version: 0, history: [] });
    const settings = { ...before.settings, minAccountDays: 0, needsConfirmedEmail: false, minEarlierPurchases: 0 };
    const body = { version: 0, settings, reason: 'Fewer questions' };
    expect((await support.call('PUT', '/api/v1/claims/policy', body)).json().code).toBe('permission-missing');
    const changed = await manager.call('PUT', '/api/v1/claims/policy', body);
    expect(changed.json()).toMatchObject({
      version: 1,
      settings,
      history: [{ version: 1, changedBy: manager.actor.name, reason: 'Fewer questions' }],
    });
    const late = await manager.call('PUT', '/api/v1/claims/policy', body);
    expect(late.json()).toMatchObject({ code: 'changed-meanwhile', current: { version: 1 } });
    const member = await createMember(store);
    const fresh = await stockProduct(store.database, 10);
    const { keyIds } = await buyKeys(store, member, fresh, 5);
    await revealKey(store, member, keyIds[0]);
    expect((await claimKey(store, member, keyIds[0])).body.status).toBe('replaced');
    const back = { version: 1, settings: before.settings, reason: '' };
    expect((await manager.call('PUT', '/api/v1/claims/policy', back)).json().version).toBe(2);
  });

  it('refuses a setting outside its limits', async () => {
    const { settings, version } = await policy();
    const body = { version, settings: { ...settings, maxBatchClaimPercent: 101 }, reason: '' };
    expect((await manager.call('PUT', '/api/v1/claims/policy', body)).statusCode).toBe(400);
  });

  it('is tried on past claims with the facts of their time, kept or worked out, and changes nothing', async () => {
    const fresh = await stockProduct(store.database, 20);
    const customer = await createCustomer(store, fresh);
    const { keyIds } = await buyKeys(store, customer, fresh);
    const [keyId = 0] = keyIds;
    await revealKey(store, customer, keyId);
    expect((await claimKey(store, customer, keyId)).body.status).toBe('replaced');
    const { settings } = await policy();
    const simulate = async (change: object) => {
      const payload = { settings: { ...settings, ...change } };
      const server = await store.openConsole();
      const answer = await server.inject({
        method: 'POST',
        url: '/api/v1/claims/policy/simulation',
        headers: support.headers,
        payload,
      });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    };
    const same = await simulate({});
    expect(same).toMatchObject({ days: 90, changed: 0, changes: [] });
    expect(same.current).toEqual(same.proposed);
    const off = await simulate({ isOn: false });
    expect(off.proposed).toEqual({ replaced: 0, price: '0.00', cost: '0.00' });
    const change = off.changes.find((found: { keyId: number }) => found.keyId === keyId);
    expect(change).toMatchObject({ from: { action: 'replace' }, to: { action: 'wait', reason: 'switched-off' } });
    // Without the kept facts the answer is the same, because nothing has changed since.
    await sql`UPDATE key_claim SET facts = NULL WHERE key_id = ${keyId}`.execute(store.database);
    const guessed = await simulate({ isOn: false });
    expect(guessed.approximated).toBe(same.approximated + 1);
    expect({ ...guessed, approximated: 0 }).toEqual({ ...off, approximated: 0 });
  });
});
