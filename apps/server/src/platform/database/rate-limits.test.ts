import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';
import { createRateLimits, type RateLimit } from './rate-limits.ts';

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(() => store.close());

const LIMIT: RateLimit = { name: 'test', max: 3, minutes: 10 };
const WIDE: RateLimit = { name: 'wide', max: 100, minutes: 1 };
const limits = (isOn = true) => createRateLimits(store.database, { isOn });

it('allows the maximum, and says how long the next use has to wait', async () => {
  const { take } = limits();
  for (let index = 0; index < 3; index += 1) await take([LIMIT, 'one']);
  const refused = await take([LIMIT, 'one']).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'too-many-requests', details: { retryAfterSeconds: expect.any(Number) } });
  await take([LIMIT, 'another']);
});

it('does not count the wider limits of a use that a narrower limit refuses', async () => {
  const { take } = limits();
  const use = () => take([LIMIT, 'narrow'], [WIDE, 'everywhere']).catch(() => undefined);
  for (let index = 0; index < 3; index += 1) await use();
  const before = await store.database.selectFrom('rate_limit').select('used').where('name', 'like', 'wide:%').execute();
  for (let index = 0; index < 200; index += 1) await use();
  const after = await store.database.selectFrom('rate_limit').select('used').where('name', 'like', 'wide:%').execute();
  expect(after).toEqual(before);
  await take([WIDE, 'everywhere']);
});

it('counts concurrent uses exactly, whatever the order of their limits', async () => {
  const { count } = limits();
  const uses = [
    [WIDE, 'a'],
    [WIDE, 'b'],
    [LIMIT, 'ab'],
  ] as const;
  await Promise.all(Array.from({ length: 40 }, (_, index) => count(index % 2 ? uses : uses.toReversed())));
  const rows = await store.database.selectFrom('rate_limit').select('used').where('used', '=', 40).execute();
  expect(rows).toHaveLength(3);
});

it('starts again when its time is over', async () => {
  const { take } = limits();
  for (let index = 0; index < 3; index += 1) await take([LIMIT, 'over']);
  await store.database
    .updateTable('rate_limit')
    .set({ resets_at: new Date(Date.now() - 1) })
    .execute();
  for (let index = 0; index < 3; index += 1) await take([LIMIT, 'over']);
  await expect(take([LIMIT, 'over'])).rejects.toMatchObject({ code: 'too-many-requests' });
});

it('gives back one use or all uses', async () => {
  const { take, giveBack, reset } = limits();
  for (let index = 0; index < 3; index += 1) await take([LIMIT, 'back']);
  await giveBack([LIMIT, 'back']);
  await take([LIMIT, 'back']);
  await expect(take([LIMIT, 'back'])).rejects.toThrow();
  await reset([LIMIT, 'back']);
  for (let index = 0; index < 3; index += 1) await take([LIMIT, 'back']);
});

it('does not mix up subjects with several parts', async () => {
  const { take } = limits();
  for (let index = 0; index < 3; index += 1) await take([LIMIT, 'a', 'bc']);
  await take([LIMIT, 'ab', 'c']);
});

it('counts nothing when it is off', async () => {
  const { take } = limits(false);
  for (let index = 0; index < 10; index += 1) await take([LIMIT, 'off']);
});
