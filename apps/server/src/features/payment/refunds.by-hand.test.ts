import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFaults } from '../../../../../tests/resilience/invariant-check.ts';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { OPERATOR } from '../../testing/test-operator.ts';
import { buy as buyFrom } from '../../testing/test-orders.ts';
import { reasonOf, refundFacts } from '../../testing/test-refunds.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { compareWithProviders } from './payment.check.ts';

let store: TestStore;
const products: number[] = [];
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  for (const count of [20, 20]) products.push(await stockProduct(store.database, count));
});
afterAll(() => store.close());
afterEach(async () => expect(await findFaults(store)).toEqual([]));

const buy = (provider: 'epoint' | 'kassa24', counts: number[]) => buyFrom(store, products, counts, provider);
const facts = (orderId: string) => refundFacts(store, orderId);
type Refunds = TestStore['payments']['refunds'];
const refund: Refunds['refund'] = (...args) => store.payments.refunds.refund(...args);
const closeByHand: Refunds['closeByHand'] = (...args) => store.payments.refunds.closeByHand(...args);
const refundDue = () => store.payments.refunds.refundDue();

describe('a refund made by hand', () => {
  it('is booked without asking the provider, and the buyer is notified', async () => {
    const { member, orderId } = await buy('epoint', [1]);
    const { amount } = await facts(orderId);
    await refund(OPERATOR, orderId);
    await sql`UPDATE refund SET status = 'failed', next_try_at = NULL WHERE status = 'waiting'`.execute(store.database);
    await sql`UPDATE payment SET status = 'refund-failed' WHERE order_id = ${orderId}`.execute(store.database);
    await makeByHand(orderId, amount);
    const closed = await closeByHand(OPERATOR, orderId, { kind: 'rest' }, 'panel, 16 November');
    expect(closed).toMatchObject({ isRetry: true, amount });
    expect(await facts(orderId)).toMatchObject({ status: 'refunded', refunds: 1, done: amount, provider: 0 });
    expect(await refundDue()).toBe(0);
    const notices = await store.database
      .selectFrom('notification')
      .select('kind')
      .where('account_id', '=', member.accountId)
      .where('kind', '=', 'refunded')
      .execute();
    expect(notices).toHaveLength(1);
    expect(await reasonOf(closeByHand(OPERATOR, orderId, { kind: 'rest' }, 'again'))).toBe('nothing-left');
    const audited = await store.database
      .selectFrom('audit_entry')
      .select(['actor', 'reason', 'details'])
      .where('subject', '=', `order ${orderId}`)
      .where('action', '=', 'close refund')
      .execute();
    expect(audited).toMatchObject([{ actor: 'operator', reason: 'panel, 16 November', details: { amount } }]);
  });

  it('closes the part of a payment of a provider that refunds whole payments only', async () => {
    const { orderId } = await buy('kassa24', [1, 1]);
    const { amount } = await facts(orderId);
    await closeByHand(OPERATOR, orderId, { kind: 'item', number: 1 }, 'bank transfer');
    const part = (await facts(orderId)).done;
    expect(await facts(orderId)).toMatchObject({ status: 'partly-refunded', provider: amount - part });
    expect(await reasonOf(refund(OPERATOR, orderId))).toBe('whole-payments-only');
    await closeByHand(OPERATOR, orderId, { kind: 'rest' }, 'bank transfer');
    expect(await facts(orderId)).toMatchObject({ status: 'refunded', provider: 0 });
    await makeByHand(orderId, amount);
  });

  it('is no fault in the comparison with the provider, whether the provider knows of it or not', async () => {
    const { orderId } = await buy('kassa24', [1, 1]);
    const { amount } = await facts(orderId);
    const listFaults = async () => {
      const { faults } = await compareWithProviders(store.database, store.payments.providers);
      return faults.filter((fault) => fault.includes(orderId));
    };
    await closeByHand(OPERATOR, orderId, { kind: 'rest' }, 'bank transfer');
    expect(await listFaults()).toEqual([]);
    const setByHand = (isByHand: boolean) =>
      sql`UPDATE refund SET is_by_hand = ${isByHand}
        WHERE payment_id = (SELECT id FROM payment WHERE order_id = ${orderId})`.execute(store.database);
    await setByHand(false);
    expect(await listFaults()).toHaveLength(1);
    await setByHand(true);
    await makeByHand(orderId, amount);
    expect(await listFaults()).toEqual([]);
  });

  it('is refused while a worker tries the refund', async () => {
    const { orderId } = await buy('epoint', [1]);
    await refund(OPERATOR, orderId);
    expect(await reasonOf(closeByHand(OPERATOR, orderId, { kind: 'rest' }, 'panel'))).toBe('in-progress');
    await refundDue();
  });

  /** The operator's press on the button in the panel of the provider. */
  async function makeByHand(orderId: string, amount: number): Promise<void> {
    const { rows } = await sql<{ provider: 'epoint' | 'kassa24'; provider_payment_id: string }>`
      SELECT provider, provider_payment_id FROM payment WHERE order_id = ${orderId}`.execute(store.database);
    const provider = rows[0] && store.payments.providers.get(rows[0].provider);
    const reference = { orderId, providerPaymentId: rows[0]?.provider_payment_id };
    const whole = { amount, paid: amount, refundedBefore: 0, triedBefore: false };
    expect(await provider?.refund(reference, whole)).toMatchObject({ outcome: 'done' });
  }
});
