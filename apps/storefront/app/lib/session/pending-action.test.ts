import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { savePendingAction, takePendingAction } from './pending-action.ts';

beforeEach(() => {
  const entries = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage });
});
afterEach(() => void vi.unstubAllGlobals());

it('returns the stored action once, and only for its kind', () => {
  savePendingAction({ kind: 'favourite', gameId: 7 });
  expect(takePendingAction('add-to-cart')).toBeUndefined();
  expect(takePendingAction('favourite')).toEqual({ kind: 'favourite', gameId: 7 });
  expect(takePendingAction('favourite')).toBeUndefined();
});

it('stores which top-up it was, and no payment data', () => {
  savePendingAction({ kind: 'top-up', id: 278 });
  expect(Object.keys(JSON.parse(window.sessionStorage.getItem('afterSignIn') ?? '{}')).toSorted()).toEqual([
    'id',
    'keptAt',
    'kind',
  ]);
  expect(takePendingAction('top-up')).toEqual({ kind: 'top-up', id: 278 });
  expect(takePendingAction('top-up')).toBeUndefined();
});

it('forgets cancelled and old actions', () => {
  savePendingAction({ kind: 'add-to-cart', productId: 1, count: 2 });
  savePendingAction(undefined);
  expect(takePendingAction('add-to-cart')).toBeUndefined();
  savePendingAction({ kind: 'add-to-cart', productId: 1, count: 2 }, Date.now() - 60 * 60_000);
  expect(takePendingAction('add-to-cart')).toBeUndefined();
});

it('does nothing that it does not understand', () => {
  for (const stored of ['', 'x', 'null', '[]', `{"kind":"favourite","gameId":"7","keptAt":${Date.now()}}`]) {
    window.sessionStorage.setItem('afterSignIn', stored);
    expect(takePendingAction('favourite')).toBeUndefined();
  }
});
