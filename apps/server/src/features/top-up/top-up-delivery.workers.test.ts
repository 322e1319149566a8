import type { SupplierOrder, TopUpSupplier } from '@oyna/providers/top-up-supplier';
import { TopUpSupplierError } from '@oyna/providers/top-up-supplier';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createSalesMetrics } from '../../platform/sales-metrics.ts';
import { eventually } from '../../testing/eventually.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { GUEST, getTopUp, paidTopUp, UC_60 } from '../../testing/test-top-up.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';
import { TOP_UP_INVARIANTS } from './top-up.check.ts';
import { topUpPollers } from './top-up.jobs.ts';
import type { TopUpService } from './top-up.services.ts';
import { createTopUpDelivery } from './top-up-delivery.service.ts';

/** Slow workers, and a supplier whose answers the test sets. */

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ listen: true });
  await store.currency.refresh();
});
afterAll(() => store.close());
afterEach(async () => {
  expect(await checkInvariants(store.database, { ...INVARIANTS, ...TOP_UP_INVARIANTS })).toEqual([]);
});

const DELIVERED: SupplierOrder = { status: 'delivered', costCents: 100, supplierId: null };
const never = () => Promise.reject(new Error('nobody asks for that'));

const supplierOf = (name: TopUpSupplier['name'], answers: Partial<TopUpSupplier>): TopUpSupplier => ({
  name,
  findsByCode: true,
  checkAccount: never,
  cost: never,
  prepare: never,
  execute: never,
  read: never,
  ...answers,
});

const deliveryWith = (suppliers: ReadonlyMap<TopUpService, TopUpSupplier>) =>
  createTopUpDelivery({
    db: store.database,
    suppliers,
    payments: store.payments,
    announce: async () => {},
    publicUrl: store.publicUrl,
    sales: createSalesMetrics(),
  });

const workerWith = (answers: Partial<TopUpSupplier>) =>
  deliveryWith(new Map([['steam', supplierOf('g-engine', answers)]]));

/** A worker that has sent the order and waits for the answer. */
async function startSlowWorker() {
  const answer = Promise.withResolvers<SupplierOrder>();
  const asked = Promise.withResolvers<void>();
  const execute = () => {
    asked.resolve();
    return answer.promise;
  };
  const work = workerWith({ execute }).deliverDue();
  await asked.promise;
  return { answer, work };
}

/** Moves the payment of the top-up into the past and makes it due. */
const passTime = (orderId: string, interval: string) =>
  sql`UPDATE top_up SET paid_at = top_up.paid_at - ${interval}::interval, next_try_at = now() FROM payment
    WHERE payment.top_up_id = top_up.id AND order_id = ${orderId} AND top_up.status = 3`.execute(store.database);

const openAlerts = async () =>
  (
    await store.database
      .selectFrom('payment_alert')
      .select('kind')
      .where('provider', '=', 'g-engine')
      .where('resolved_at', 'is', null)
      .execute()
  ).map(({ kind }) => kind);

it('asks for the status and never executes again after a lost answer', async () => {
  const orderId = await paidTopUp(store, GUEST, { account: 'quiet' });
  const execute = vi.fn(() => Promise.reject(new TopUpSupplierError('unknown', 'no answer')));
  const read = vi.fn(() => Promise.reject(new TopUpSupplierError('unknown', 'no answer')));
  const worker = workerWith({ execute, read });
  for (let round = 0; round < 5; round++) {
    await passTime(orderId, '1 second');
    expect(await worker.deliverDue()).toBe(1);
  }
  expect([execute.mock.calls.length, read.mock.calls.length]).toEqual([1, 4]);
  await passTime(orderId, '1 second');
  await workerWith({ read: async () => DELIVERED }).deliverDue();
  expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'delivered' });
});

it('a worker whose claim has expired cannot fail what another has delivered', async () => {
  const orderId = await paidTopUp(store, GUEST, { account: 'sleeper' });
  const { answer, work: sleeper } = await startSlowWorker();
  await passTime(orderId, '1 second');
  await workerWith({ read: async () => ({ ...DELIVERED, status: 'in-progress' }) }).deliverDue();
  answer.resolve({ status: 'failed', detail: 'an answer from long ago' });
  await sleeper;
  expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'delivering' });
  await passTime(orderId, '1 second');
  await workerWith({ read: async () => DELIVERED }).deliverDue();
  expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'delivered' });
});

it('two workers that get the same delivery book it once', async () => {
  const orderId = await paidTopUp(store, GUEST, { account: 'twice' });
  const { answer, work: first } = await startSlowWorker();
  await passTime(orderId, '1 second');
  await workerWith({ read: async () => DELIVERED }).deliverDue();
  answer.resolve(DELIVERED);
  await first;
  expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'delivered' });
});

it('reports a supplier that refuses everything to the operator, and refunds after ten minutes', async () => {
  const refuse = () => Promise.reject(new TopUpSupplierError('refused', 'who are you?'));
  const ready = async () => ({ ...DELIVERED, status: 'ready' }) as const;
  const worker = workerWith({ execute: refuse, read: ready });
  const orderId = await paidTopUp(store, GUEST, { account: 'refused' });
  await worker.deliverDue();
  expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'delivering', isDelayed: true });
  expect(await openAlerts()).toEqual(['supplier-refused']);
  await passTime(orderId, '11 minutes');
  await worker.deliverDue();
  expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'refunding' });
  await store.payments.refunds.refundDue();
  expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'refunded' });
});

it('a refused status request proves nothing: the order waits for an answer', async () => {
  const orderId = await paidTopUp(store, GUEST, { account: 'locked_out' });
  await workerWith({ execute: () => Promise.reject(new TopUpSupplierError('unknown', 'no answer')) }).deliverDue();
  await passTime(orderId, '1 hour');
  await workerWith({ read: () => Promise.reject(new TopUpSupplierError('refused', 'who are you?')) }).deliverDue();
  expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'delivering', isDelayed: true });
  await passTime(orderId, '1 second');
  await workerWith({ read: async () => DELIVERED }).deliverDue();
  expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'delivered' });
  expect(await openAlerts()).toEqual([]);
});

it('a slow delivery does not delay the others', async () => {
  const slow = await paidTopUp(store, GUEST, { account: 'slow' });
  const answer = Promise.withResolvers<SupplierOrder>();
  const asked = Promise.withResolvers<void>();
  const worker = workerWith({
    execute: ({ account }) => {
      if (account !== 'slow') return Promise.resolve(DELIVERED);
      asked.resolve();
      return answer.promise;
    },
  });
  const round = worker.deliverDue();
  await asked.promise;
  const quick = await paidTopUp(store, GUEST, { account: 'quick' });
  await eventually(async () => expect(await getTopUp(store, quick)).toMatchObject({ stage: 'delivered' }));
  expect(await getTopUp(store, slow)).toMatchObject({ stage: 'delivering' });
  answer.resolve(DELIVERED);
  expect(await round).toBe(2);
});

it('a supplier that does not answer does not keep the other one waiting', async () => {
  const [steamOrder, ucOrder] = [
    await paidTopUp(store, GUEST, { account: 'quick' }),
    await paidTopUp(store, GUEST, { account: '5120000027', id: UC_60 }),
  ];
  const answer = Promise.withResolvers<SupplierOrder>();
  const asked = Promise.withResolvers<void>();
  const suppliers = new Map<TopUpService, TopUpSupplier>([
    ['steam', supplierOf('g-engine', { execute: async () => DELIVERED })],
    [
      'pubg',
      supplierOf('g2bulk', {
        cost: async () => 1,
        execute: () => {
          asked.resolve();
          return answer.promise;
        },
      }),
    ],
  ]);
  const [steam, pubg] = topUpPollers({ suppliers, delivery: deliveryWith(suppliers) });
  const { signal } = new AbortController();
  const slow = pubg?.run(signal);
  await asked.promise;
  await steam?.run(signal);
  expect(await getTopUp(store, steamOrder)).toMatchObject({ stage: 'delivered' });
  expect(await getTopUp(store, ucOrder)).toMatchObject({ stage: 'delivering' });
  answer.resolve({ ...DELIVERED, supplierId: '1', costCents: 88 });
  await slow;
  expect(await getTopUp(store, ucOrder)).toMatchObject({ stage: 'delivered' });
});

it('a stopped worker begins no delivery', async () => {
  const orderId = await paidTopUp(store, GUEST, { account: 'later' });
  const worker = workerWith({ execute: async () => DELIVERED });
  expect(await worker.deliverDue(AbortSignal.abort())).toBe(0);
  expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'paid' });
  expect(await worker.deliverDue()).toBe(1);
  expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'delivered' });
});
