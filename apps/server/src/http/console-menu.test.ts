import { readFileSync } from 'node:fs';
import { BUILT_IN_ROLES } from '@oyna/domain/permissions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInOperator } from '../testing/test-operator.ts';
import { createTestStore, type TestStore } from '../testing/test-store.ts';

/** The server does not load the console, so the menu is read as text. */
const MENU = readFileSync(new URL('../../../console/app/layout/navigation.ts', import.meta.url), 'utf8');
const PLACES = [...MENU.matchAll(/\{ path: '[^']*', id: '([a-z]+)'.*\}/g)].map(([line, id = '']) => ({
  id,
  permission: /permission: '([^']*)'/.exec(line)?.[1],
}));

/** What the first screen of each place in the menu reads. */
const READS: Record<string, string> = {
  today: 'today',
  orders: 'orders',
  claims: 'claims',
  stock: 'stock',
  prices: 'prices',
  catalogue: 'catalogue/games',
  promo: 'promo-codes',
  customers: 'customers',
  messages: 'messages',
  reviews: 'reviews',
  approvals: 'approvals',
  finance: 'finance/sales',
  health: 'health',
  team: 'team',
  notices: 'notices',
  audit: 'audit',
  settings: 'settings',
};

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty' });
});
afterAll(() => store.close());

it.each(Object.keys(BUILT_IN_ROLES))('the menu of %s has what the role may open, and nothing else', async (role) => {
  const operator = await signInOperator(store, role);
  const permissions: readonly string[] = BUILT_IN_ROLES[role]?.permissions ?? [];
  expect(PLACES.map(({ id }) => id).toSorted()).toEqual(Object.keys(READS).toSorted());
  for (const { id, permission } of PLACES) {
    const isShown = permission === undefined || permissions.includes(permission);
    const { statusCode } = await operator.get(`/api/v1/${READS[id]}`);
    expect([id, statusCode]).toEqual([id, isShown ? 200 : 403]);
  }
});
