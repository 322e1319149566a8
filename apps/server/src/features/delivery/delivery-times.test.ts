import { MIN_DELIVERIES } from '@oyna/domain/delivery-time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stockProduct } from '../../../../../tests/resilience/stock.ts';
import { buyKeys } from '../../testing/test-claims.ts';
import { createMember } from '../../testing/test-member.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createDeliveryTimesService } from './delivery-times.service.ts';

let store: TestStore;
let productId: number;
beforeAll(async () => {
  store = await createTestStore({ listen: true, environment: { RATE_LIMITS: 'off' } });
  await store.currency.refresh();
  productId = await stockProduct(store.database, 100);
});
afterAll(() => store.close());

it('gives the median of real deliveries, and nothing while there are few', { timeout: 120_000 }, async () => {
  const game = await store.database
    .selectFrom('product')
    .select(['game_id as id', 'platform'])
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  const find = () => createDeliveryTimesService(store.database).find(game);
  const member = await createMember(store);
  const buy = () => buyKeys(store, member, productId, 1);
  for (let bought = 1; bought < MIN_DELIVERIES; bought += 1) await buy();
  expect(await find()).toBeUndefined();
  const early = createDeliveryTimesService(store.database);
  await early.find(game);
  await buy();
  expect(await find()).toEqual({ seconds: expect.any(Number), orders: MIN_DELIVERIES, platform: null });
  await sql`UPDATE payment SET paid_at = delivered_at - interval '42 seconds' FROM order_item JOIN delivery
    ON delivery.order_item_id = order_item.id WHERE order_item.payment_id = payment.id`.execute(store.database);
  expect(await find()).toEqual({ seconds: 42, orders: MIN_DELIVERIES, platform: null });
  // The orders are not read again for each visitor.
  expect(await early.find(game)).toBeUndefined();
});
