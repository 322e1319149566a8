import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let owner: TestOperator;
beforeAll(async () => {
  store = await createTestStore();
  owner = await signInOperator(store, 'owner');
});
afterAll(() => store.close());

const FEES = [{ provider: 'epoint', currency: 'AZN', basisPoints: 250, fixed: 10, isReturned: false }];
const find = async (name: string, who = owner) =>
  (await who.get('/api/v1/settings')).json().items.find((item: { name: string }) => item.name === name);
const change = (body: object, name = 'provider-fees', who = owner) =>
  who.call('PUT', `/api/v1/settings/${name}`, { reason: 'new contract', ...body });

it('begins with version 0 and the value of the domain', async () => {
  expect(await find('provider-fees')).toEqual({ name: 'provider-fees', version: 0, value: [], history: [] });
  const { providers } = (await owner.get('/api/v1/settings')).json();
  expect(providers).toContainEqual({ name: 'epoint', label: 'Epoint', currencies: ['AZN'] });
});

it('keeps every version, and records the change with before and after', async () => {
  expect((await change({ version: 0, value: FEES })).statusCode).toBe(204);
  expect((await change({ version: 1, value: [] })).statusCode).toBe(204);
  expect(await find('provider-fees')).toMatchObject({
    version: 2,
    value: [],
    history: [{ version: 2 }, { version: 1, reason: 'new contract', changedBy: owner.actor.name }],
  });
  const { rows } = await sql<{ before: object; after: object }>`
    SELECT before, after FROM audit_entry WHERE subject = 'setting provider-fees' ORDER BY id`.execute(store.database);
  expect(rows[0]).toEqual({ before: { value: [] }, after: { value: FEES } });
});

it('refuses a change of a version that a colleague has replaced, also when both save at once', async () => {
  const { version } = await find('margin-warning');
  const answers = await Promise.all(
    [100, 200, 300].map((basisPoints) =>
      owner.call(
        'PUT',
        '/api/v1/settings/margin-warning',
        { version, value: { basisPoints }, reason: '' },
        { isParallel: true },
      ),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409, 409]);
  const stale = await change({ version, value: { basisPoints: 1 } }, 'margin-warning');
  expect(stale.json()).toMatchObject({ code: 'changed-meanwhile' });
});

it.each([
  ['provider-fees', [{ ...FEES[0], basisPoints: 9_000 }]],
  ['provider-fees', 'text'],
  ['margin-warning', { basisPoints: -1 }],
])('refuses a value that %s cannot have', async (name, value) => {
  const { version } = await find(name);
  expect((await change({ version, value }, name)).statusCode).toBe(400);
  expect(await find(name)).toMatchObject({ version });
});

it('is read by finance, and changed by managers and owners only', async () => {
  const finance = await signInOperator(store, 'finance');
  expect(await find('provider-fees', finance)).toBeDefined();
  expect((await change({ version: 2, value: FEES }, 'provider-fees', finance)).statusCode).toBe(403);
  const manager = await signInOperator(store, 'manager');
  expect((await change({ version: 2, value: FEES }, 'provider-fees', manager)).statusCode).toBe(204);
});
