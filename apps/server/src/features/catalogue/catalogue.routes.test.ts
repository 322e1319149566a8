import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

it('answers a page of 20 offers with the true total', async () => {
  const answer = await store.server.inject('/api/v1/products');
  expect(answer.statusCode).toBe(200);
  const page = answer.json();
  expect(page).toMatchObject({ pageNumber: 1, pageSize: 20 });
  expect(page.items).toHaveLength(20);
  const { total } = await store.database
    .selectFrom('product')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  expect(page.totalSize).toBe(total);
});
