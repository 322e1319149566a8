import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { buy } from '../../testing/test-orders.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { creditsOf, deliver, GUEST, getTopUp, paidTopUp, turn, UC_60 } from '../../testing/test-top-up.ts';
import { checkInvariants, INVARIANTS } from '../payment/payment.check.ts';
import { TOP_UP_INVARIANTS } from '../top-up/top-up.check.ts';

/** An operator settles a top-up in the console. What the command does is in top-up.commands.test.ts. */

let store: TestStore;
let support: TestOperator;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  support = await signInOperator(store, 'support');
});
afterAll(() => store.close());
afterEach(async () => {
  for (const sandbox of ['g-engine', 'g2bulk']) await turn(store, sandbox);
  await store.payments.refunds.refundDue();
  expect(await checkInvariants(store.database, { ...INVARIANTS, ...TOP_UP_INVARIANTS })).toEqual([]);
});

type Outcome = 'delivered' | 'failed';
const show = async (orderId: string, who = support) => (await who.get(`/api/v1/orders/${orderId}`)).json();
const tasks = async () =>
  (await support.get('/api/v1/today')).json().tasks.filter(({ kind }: { kind: string }) => kind === 'top-up');

async function settle(
  orderId: string,
  outcome: Outcome,
  { who = support, version = '', reason = 'the panel says so', isParallel = false } = {},
) {
  const body = { outcome, version: version || (await show(orderId)).version, reason };
  return who.call('POST', `/api/v1/orders/${orderId}/top-up`, body, { isParallel });
}

const auditOf = (orderId: string) =>
  store.database
    .selectFrom('audit_entry')
    .select(['action', 'actor_id', 'reason', 'before', 'after'])
    .where('subject', '=', `order ${orderId}`)
    .orderBy('id')
    .execute();

let number = 0;
/** A top-up whose supplier has said nothing for this long, and that no worker takes now. */
async function unanswered(trouble: object = { hangUp: true }, { minutes = 31, id = 0, account = '' } = {}) {
  number += 1;
  const login = account || `settled_${number}`;
  const supplier = id === 0 ? 'g-engine' : 'g2bulk';
  await turn(store, supplier);
  const orderId = await paidTopUp(store, GUEST, { account: login, ...(id !== 0 && { id }) });
  await turn(store, supplier, trouble);
  await deliver(store, orderId);
  await sql`UPDATE top_up SET unanswered_since = unanswered_since - make_interval(mins => ${minutes}),
      next_try_at = now() + interval '1 hour' FROM payment WHERE payment.top_up_id = top_up.id AND order_id = ${orderId}`.execute(
    store.database,
  );
  return { orderId, login };
}

describe('a top-up whose supplier tells nothing', () => {
  it('is in Today until an operator settles it, with a reason and the state before and after', async () => {
    const delivered = await unanswered();
    const failed = await unanswered();
    expect((await tasks()).map(({ orderId }: { orderId: string }) => orderId)).toEqual(
      expect.arrayContaining([delivered.orderId, failed.orderId]),
    );
    expect((await show(delivered.orderId)).topUp).toMatchObject({ status: 3, needsPerson: true });
    expect((await settle(delivered.orderId, 'delivered')).json()).toEqual({ outcome: 'delivered' });
    expect((await settle(failed.orderId, 'failed')).json()).toEqual({ outcome: 'failed' });
    await store.payments.refunds.refundDue();
    expect(await getTopUp(store, delivered.orderId)).toMatchObject({ stage: 'delivered' });
    expect(await getTopUp(store, failed.orderId)).toMatchObject({ stage: 'refunded' });
    expect((await show(failed.orderId)).topUp).toMatchObject({ needsPerson: false });
    expect(await tasks()).toEqual([]);
    for (const [{ orderId }, action] of [
      [delivered, 'delivered'],
      [failed, 'failed'],
    ] as const) {
      expect(await auditOf(orderId)).toEqual([
        {
          action,
          actor_id: support.id,
          reason: 'the panel says so',
          before: { topUp: 'in-delivery' },
          after: { topUp: action },
        },
      ]);
    }
  });

  it('is settled once: a second operator who saw the state before gets the change of the first', async () => {
    const { orderId } = await unanswered();
    const { version } = await show(orderId);
    const second = await signInOperator(store, 'manager');
    expect((await settle(orderId, 'delivered', { version })).statusCode).toBe(200);
    for (const who of [second, support]) {
      const late = await settle(orderId, 'failed', { who, version });
      expect(late.statusCode).toBe(409);
      expect(late.json()).toMatchObject({
        code: 'changed-meanwhile',
        current: { status: 'paid', changedBy: support.actor.name },
      });
    }
    const again = await settle(orderId, 'failed', { who: second });
    expect(again.json()).toMatchObject({ code: 'state-conflict', current: { refusal: 'not-in-delivery' } });
    expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'delivered' });
    expect(await auditOf(orderId)).toHaveLength(1);
  });

  it.each([
    ['unknown', { hangUp: true }, ['delivered', 'failed', 'delivered', 'failed']],
    ['waiting for our balance', { balanceCents: 0 }, ['failed', 'failed', 'failed', 'failed']],
  ] as const)('and is %s is settled once by two operators at the same time', async (_state, trouble, outcomes) => {
    const second = await signInOperator(store, 'manager');
    for (let round = 0; round < 4; round++) {
      const { orderId } = await unanswered(trouble);
      const { version } = await show(orderId);
      const attempts = await Promise.all(
        outcomes.map((outcome, place) =>
          settle(orderId, outcome, { who: place % 2 === 0 ? support : second, version, isParallel: true }),
        ),
      );
      expect(attempts.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
      const winner = attempts.find(({ statusCode }) => statusCode === 200)?.json().outcome;
      expect((await auditOf(orderId)).map(({ action }) => action)).toEqual([winner]);
      await store.payments.refunds.refundDue();
      expect(await getTopUp(store, orderId)).toMatchObject({ stage: winner === 'failed' ? 'refunded' : 'delivered' });
    }
  });
});

it('is listed among the orders that need a person, with this label, until it is settled', async () => {
  const { orderId } = await unanswered();
  const find = async (query: string) =>
    (await support.get(`/api/v1/orders${query}`))
      .json()
      .items.find((order: { orderId: string }) => order.orderId === orderId);
  for (const query of ['?needsPerson=true', '?kind=top-up']) {
    expect(await find(query), query).toMatchObject({ needsPerson: true });
  }
  await settle(orderId, 'failed');
  await store.payments.refunds.refundDue();
  expect(await find('?needsPerson=true')).toBeUndefined();
  expect(await find('?kind=top-up')).toMatchObject({ needsPerson: false });
});

describe('money for a top-up that may have arrived', () => {
  const changePolicy = (refundAbove: number | null) =>
    sql`UPDATE approval_policy SET refund_above = ${refundAbove}`.execute(store.database);

  it('goes back within the daily limit of the operator only, and counts for it', async () => {
    const [unsent, first, second] = [await unanswered({ balanceCents: 0 }), await unanswered(), await unanswered()];
    const limited = await signInOperator(store, 'support');
    const { limits } = await store.database
      .selectFrom('operator_role')
      .select('limits')
      .where('id', '=', 'support')
      .executeTakeFirstOrThrow();
    try {
      expect((await settle(first.orderId, 'failed', { who: limited })).statusCode).toBe(200);
      const tenge = sql<{ tenge: number }>`SELECT tenge FROM refund WHERE operator_id = ${limited.id}`;
      const [counted] = (await tenge.execute(store.database)).rows;
      expect(counted?.tenge).toBeGreaterThan(0);
      await sql`UPDATE operator_role SET limits = jsonb_build_object('refundPerDay', ${counted?.tenge}::bigint * 2 - 1)
        WHERE id = 'support'`.execute(store.database);
      const refused = await settle(second.orderId, 'failed', { who: limited });
      expect(refused.json()).toMatchObject({ code: 'operator-limit' });
      expect(await getTopUp(store, second.orderId)).toMatchObject({ stage: 'delivering' });
      expect(await auditOf(second.orderId)).toEqual([]);
      // It was certainly not executed, so the buyer has nothing of it.
      expect((await settle(unsent.orderId, 'failed', { who: limited })).statusCode).toBe(200);
      // A colleague with another limit does not have to wait.
      const owner = await signInOperator(store, 'owner');
      expect((await settle(second.orderId, 'failed', { who: owner })).statusCode).toBe(200);
    } finally {
      await sql`UPDATE operator_role SET limits = ${JSON.stringify(limits)}::jsonb WHERE id = 'support'`.execute(
        store.database,
      );
    }
  });

  it('does not go back above the amount that needs a second person', async () => {
    const [unsent, silent] = [await unanswered({ balanceCents: 0 }), await unanswered()];
    await changePolicy(0);
    try {
      const refused = await settle(silent.orderId, 'failed');
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({ code: 'state-conflict', current: { refusal: 'second-person' } });
      expect(await getTopUp(store, silent.orderId)).toMatchObject({ stage: 'delivering' });
      expect((await settle(unsent.orderId, 'failed')).statusCode).toBe(200);
    } finally {
      await changePolicy(null);
    }
  });
});

describe('a top-up is not settled', () => {
  it('while a worker finds out, while the supplier works, and as delivered when it was never executed', async () => {
    const early = await unanswered({ hangUp: true }, { minutes: 29 });
    const busy = await unanswered({ deliverAfterMs: 600_000 }, { id: UC_60, account: '5120000018' });
    const unsent = await unanswered({ balanceCents: 0 });
    for (const [{ orderId }, outcome, refusal] of [
      [early, 'failed', 'not-open'],
      [busy, 'failed', 'in-progress'],
      [unsent, 'delivered', 'not-executed'],
    ] as const) {
      // The console offers what the server accepts. What the supplier says is known only when it is asked.
      expect((await show(orderId)).topUp).toMatchObject({ needsPerson: true, maySettle: refusal !== 'not-open' });
      const answer = await settle(orderId, outcome);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'state-conflict', current: { refusal } });
      expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'delivering' });
      expect(await auditOf(orderId)).toEqual([]);
    }
  });

  it('against the answer of its supplier, which is booked', async () => {
    const { orderId, login } = await unanswered();
    await turn(store, 'g-engine');
    const answer = await settle(orderId, 'failed');
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'changed-meanwhile', current: { status: 'paid' } });
    expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'delivered' });
    expect(await creditsOf(store, login)).toHaveLength(1);
    expect(await auditOf(orderId)).toEqual([]);
  });

  it('without the permission, a fresh second factor or a reason, and where there is none', async () => {
    const { orderId } = await unanswered();
    const auditor = await signInOperator(store, 'auditor');
    const stale = await signInOperator(store, 'support', { secondFactor: 'stale' });
    const refusals = [
      await settle(orderId, 'failed', { who: auditor }),
      await settle(orderId, 'failed', { who: stale }),
      await settle(orderId, 'failed', { reason: ' ' }),
      await settle(orderId, 'refunded' as Outcome),
      await settle('NOSUCHORDERATALL', 'failed', { version: 'x' }),
    ];
    expect(refusals.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [403, 'permission-missing'],
      [403, 'second-factor-stale'],
      [400, 'invalid-parameter'],
      [400, 'invalid-parameter'],
      [404, 'not-found'],
    ]);
    const basket = await buy(store, [await stockProduct(store.database, 1)], [1]);
    expect((await settle(basket.orderId, 'failed')).json()).toMatchObject({ current: { refusal: 'not-in-delivery' } });
    expect(await getTopUp(store, orderId)).toMatchObject({ stage: 'delivering' });
    expect(await auditOf(orderId)).toEqual([]);
  });
});
