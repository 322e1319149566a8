import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFaults } from '../../../../../tests/resilience/invariant-check.ts';
import { countKeys, stockProduct } from '../../../../../tests/resilience/stock.ts';
import { eventually } from '../../testing/eventually.ts';
import { createMember } from '../../testing/test-member.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { fillBasket, getOrder, pay, press } from '../../testing/test-purchase.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let keepers: TestOperator[];
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  keepers = [await signInOperator(store, 'stock'), await signInOperator(store, 'stock')];
});
afterAll(() => store.close());

it('a batch that two operators undo while a buyer pays for its key is either undone once or sold', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 8; round += 1) {
    const productId = await stockProduct(store.database, 2, `RACE${round}`);
    const { batches } = (await keepers[0]?.get(`/api/v1/stock/${productId}`))?.json() ?? {};
    const undoUrl = `/api/v1/stock/batches/${batches[0].id}/undo`;
    const member = await createMember(store);
    const basketId = await fillBasket(store, member, [{ id: productId, count: 1 }]);
    const undo = (keeper: TestOperator) =>
      keeper.call('POST', undoUrl, { reason: 'a wrong region' }, { isParallel: true });
    // The buyer is first in one half of the rounds.
    const paying = round % 2 === 0 ? pay(store, member, 'epoint', basketId) : undefined;
    const undoing = keepers.map(undo);
    const { status, body } = await (paying ?? pay(store, member, 'epoint', basketId));
    const codes = (await Promise.all(undoing)).map(({ statusCode }) => statusCode).toSorted();
    const keys = await countKeys(store.database, productId);
    if (status === 200) {
      expect(codes).toEqual([409, 409]);
      await press(body, 'approve');
      // The callback comes after the answer to the buyer.
      await eventually(async () => expect((await getOrder(store, member, body.orderId)).state).toBe('paid'));
      outcomes.add('sold');
    } else {
      expect([status, codes]).toEqual([409, [200, 409]]);
      expect([keys.get('available') ?? 0, keys.get('reserved') ?? 0]).toEqual([0, 0]);
      outcomes.add('undone');
    }
  }
  expect(outcomes.size).toBeGreaterThan(0);
  expect(await findFaults(store)).toEqual([]);
  expect((await store.stock.levels.check({ isEverything: true })).faults).toEqual([]);
});
