import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFaults } from '../../../../../tests/resilience/invariant-check.ts';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { buyKeys } from '../../testing/test-claims.ts';
import { createGuest, openLink, pageLink } from '../../testing/test-guest.ts';
import { createMember } from '../../testing/test-member.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { begin, buy } from '../../testing/test-orders.ts';
import { press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { turn } from '../../testing/test-top-up.ts';

let store: TestStore;
let support: TestOperator;
const products: number[] = [];
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  products.push(await stockProduct(store.database, 10));
  support = await signInOperator(store, 'support');
});
afterAll(() => store.close());
afterEach(async () => expect(await findFaults(store)).toEqual([]));

const newKey = () => randomBytes(12).toString('hex');

describe('a refund', () => {
  it('that a page which opens the key overtakes is refused as changed', async () => {
    const { orderId, keyIds } = await buyKeys(store, await createMember(store), products[0] ?? 0);
    const { version } = (await support.get(`/api/v1/orders/${orderId}`)).json();
    // The page has opened the key and has not committed yet.
    const page = await store.database.startTransaction().execute();
    await sql`SELECT FROM product_key WHERE id = ${keyIds[0]} FOR SHARE`.execute(page);
    await sql`INSERT INTO key_reveal (key_id, channel, account_id, address, user_agent)
      SELECT ${keyIds[0]}, 'page', account_id, '', '' FROM payment WHERE order_id = ${orderId}`.execute(page);
    const body = { request: { kind: 'rest' }, version, reason: 'asked for it' };
    const refund = support.call('POST', `/api/v1/orders/${orderId}/refunds`, body);
    await eventually(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query LIKE '%product_key%'`.execute(store.database);
      expect(rows).toHaveLength(1);
    });
    await page.commit().execute();
    expect((await refund).json()).toMatchObject({ code: 'changed-meanwhile', current: { status: 'paid' } });
    const shown = (await support.get(`/api/v1/orders/${orderId}`)).json();
    expect(shown).toMatchObject({ refunds: [], items: [{ keys: [{ isOpened: true }] }] });
    const again = await support.call('POST', `/api/v1/orders/${orderId}/refunds`, { ...body, version: shown.version });
    expect(again.json()).toMatchObject({ returnedKeys: [], revokedKeys: keyIds });
  });
});

describe('a payment under review', () => {
  /** Its provider has the money, if it is paid, and has reported another amount. */
  async function underReview(isPaid: boolean) {
    await turn(store, 'epoint', { drop: 100 });
    const { orderId, link } = await begin(store, products, [1]);
    if (isPaid) await press(link, 'approve');
    await turn(store, 'epoint');
    await report(orderId, 1);
    return orderId;
  }
  const report = (orderId: string, amount: number) =>
    store.payments.settlement.settle({
      provider: 'epoint',
      orderId,
      providerPaymentId: '',
      status: 'paid',
      amount,
      currency: 'AZN',
    });
  const shownOf = async (orderId: string) => (await support.get(`/api/v1/orders/${orderId}`)).json();
  const decide = async (orderId: string, verdict: string, version?: string) => {
    const body = { verdict, version: version ?? (await shownOf(orderId)).version, reason: 'as the panel shows' };
    return support.call('POST', `/api/v1/orders/${orderId}/review`, body);
  };
  const openAlerts = async (orderId: string) =>
    (await shownOf(orderId)).alerts.filter(({ isOpen }: { isOpen: boolean }) => isOpen).length;

  it('is decided once, with a reason', async () => {
    const orderId = await underReview(false);
    const { version } = await shownOf(orderId);
    const silent = { verdict: 'reject', version, reason: ' ' };
    expect((await support.call('POST', `/api/v1/orders/${orderId}/review`, silent)).statusCode).toBe(400);
    expect((await decide(orderId, 'reject', version)).json()).toEqual({ outcome: 'failed' });
    for (const seen of [version, undefined]) {
      const again = await decide(orderId, 'reject', seen);
      expect(again.statusCode).toBe(409);
      expect(again.json()).toMatchObject({ code: 'changed-meanwhile', current: { status: 'failed' } });
    }
    const { rows } = await sql<{ reason: string }>`SELECT reason FROM audit_entry
      WHERE subject = ${`order ${orderId}`}`.execute(store.database);
    expect(rows).toEqual([{ reason: 'as the panel shows' }]);
  });

  it('is decided again when another message came after the operator looked', async () => {
    const orderId = await underReview(true);
    const { version } = await shownOf(orderId);
    await report(orderId, 2);
    const late = await decide(orderId, 'accept', version);
    expect(late.json()).toMatchObject({ code: 'changed-meanwhile', current: { status: 'review' } });
    expect(await openAlerts(orderId)).toBe(2);
    expect((await decide(orderId, 'accept')).json()).toEqual({ outcome: 'delivered' });
    expect(await openAlerts(orderId)).toBe(0);
  });

  it('that is accepted counts for the daily limit of refunds', async () => {
    const [first, second] = [await underReview(true), await underReview(false)];
    expect((await decide(first, 'accept')).statusCode).toBe(200);
    const counted = store.database
      .selectFrom('accepted_review')
      .select('tenge')
      .where('operator_id', '=', support.id)
      .orderBy('accepted_at', 'desc');
    const { tenge } = await counted.executeTakeFirstOrThrow();
    expect(Number(tenge)).toBeGreaterThan(0);
    const setLimit = (limit: number) =>
      sql`UPDATE operator_role SET limits = limits || ${JSON.stringify({ refundPerDay: limit })}::jsonb
      WHERE id = 'support'`.execute(store.database);
    const { rows } = await sql<{
      limits: { refundPerDay: number };
    }>`SELECT limits FROM operator_role WHERE id = 'support'`.execute(store.database);
    await setLimit(Number(tenge));
    try {
      const refused = await decide(second, 'accept');
      expect(refused.json()).toMatchObject({ code: 'operator-limit', current: { leftToday: 0 } });
      expect((await shownOf(second)).status).toBe('review');
      expect((await decide(second, 'reject')).statusCode).toBe(200);
    } finally {
      await setLimit(rows[0]?.limits.refundPerDay ?? 0);
    }
  });

  it('is accepted by two operators where a refund of as much needs two, and rejected by one', async () => {
    const colleague = await signInOperator(store, 'support');
    await sql`UPDATE approval_policy SET refund_above = 0`.execute(store.database);
    try {
      const [orderId, rejected] = [await underReview(true), await underReview(false)];
      const asked = await decide(orderId, 'accept');
      expect(asked.statusCode, asked.body).toBe(202);
      expect((await shownOf(orderId)).status).toBe('review');
      const { approvalId } = asked.json();
      const waiting = (await colleague.get('/api/v1/approvals')).json().items;
      expect(waiting.find(({ id }: { id: number }) => id === approvalId)).toMatchObject({
        kind: 'payment-review',
        facts: { orderId, amount: expect.any(Number), currency: 'AZN' },
      });
      const approved = await colleague.call('POST', `/api/v1/approvals/${approvalId}/approve`, {});
      expect(approved.statusCode, approved.body).toBe(200);
      expect(await shownOf(orderId)).toMatchObject({ status: 'paid', items: [{ keys: [{ status: 'sold' }] }] });
      expect((await decide(rejected, 'reject')).json()).toEqual({ outcome: 'failed' });
    } finally {
      await sql`UPDATE approval_policy SET refund_above = NULL`.execute(store.database);
    }
  });
});

describe('other actions', () => {
  it('send the mail again, once per request', async () => {
    const { orderId } = await buy(store, products, [1]);
    const url = `/api/v1/orders/${orderId}/resend`;
    const key = newKey();
    const first = await support.call('POST', url, undefined, { headers: { 'idempotency-key': key } });
    expect(first.json()).toMatchObject({ email: expect.stringContaining('@example.com') });
    const again = await support.call('POST', url, undefined, { headers: { 'idempotency-key': key }, isParallel: true });
    expect(again.json()).toEqual(first.json());
    const { rows } = await sql<{ sent: number }>`SELECT count(*)::integer AS sent FROM audit_entry
      WHERE subject = ${`order ${orderId}`} AND action = 'resend'`.execute(store.database);
    expect(rows[0]?.sent).toBe(1);
  });

  it('are another request for another order, also with the same key', async () => {
    const orders = [await buy(store, products, [1]), await buy(store, products, [1])];
    const headers = { 'idempotency-key': newKey() };
    for (const { orderId } of orders) {
      const answer = await support.call('POST', `/api/v1/orders/${orderId}/resend`, undefined, { headers });
      expect(answer.statusCode, answer.body).toBe(200);
      const { rows } = await sql`SELECT FROM audit_entry
        WHERE subject = ${`order ${orderId}`} AND action = 'resend'`.execute(store.database);
      expect(rows).toHaveLength(1);
    }
  });

  it('give a guest a new link, and end the old ones', async () => {
    const guest = await createGuest(store);
    const { orderId } = await buyKeys(store, guest, products[0] ?? 0);
    const link = await pageLink(store, guest, orderId);
    const shown = (await support.get(`/api/v1/orders/${orderId}`)).json();
    expect(shown.buyer).toMatchObject({ isGuest: true, email: guest.email });
    expect((await support.get(`/api/v1/customers/${guest.accountId}`)).json().isGuest).toBe(true);
    expect((await openLink(store, link, guest)).status).toBe(200);
    await support.call('POST', `/api/v1/orders/${orderId}/resend`, undefined, {
      headers: { 'idempotency-key': newKey() },
    });
    expect((await openLink(store, link, guest)).status).toBe(404);
    const { rows } = await sql<{ details: object }>`SELECT details FROM audit_entry
      WHERE subject = ${`order ${orderId}`} AND action = 'resend'`.execute(store.database);
    expect(rows).toEqual([{ details: { link: 'renewed' } }]);
    // A replaced link may be shown once more on the device that bought it.
    expect(await pageLink(store, guest, orderId)).not.toBe(link);
  });

  it('leave no trace of one who may only look', async () => {
    const { orderId } = await buy(store, products, [1]);
    const auditor = await signInOperator(store, 'auditor');
    expect((await auditor.call('POST', `/api/v1/orders/${orderId}/notes`, { text: 'x' })).statusCode).toBe(403);
  });
});
