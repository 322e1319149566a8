import { beforeEach, expect, it } from 'vitest';
import { store } from '../../lib/browser-storage.ts';
import { stubStorage } from '../../lib/storage-test-helper.ts';
import { forgetRecent, type Recent, readRecent, recentOf, saveRecent } from './recent-top-ups.ts';

beforeEach(stubStorage);

const steam = (account: string, amount = 1000): Recent => ({
  service: 'steam',
  account,
  name: null,
  productId: 278,
  amount,
  currency: 'KZT',
});
const accounts = (list: readonly Recent[]) => list.map(({ account }) => account);

it('keeps the last five accounts of a service, each once, with its last top-up', () => {
  for (const account of ['a', 'b', 'c', 'd', 'e', 'f']) saveRecent(steam(account));
  saveRecent(steam('d', 5000));
  expect(accounts(readRecent('steam'))).toEqual(['d', 'f', 'e', 'c', 'b']);
  expect(readRecent('steam')[0]?.amount).toBe(5000);
});

it('forgets one service and not the other', () => {
  saveRecent(steam('gabe'));
  saveRecent({ service: 'pubg', account: '512', name: 'Aru', productId: 311, amount: 0, currency: null });
  forgetRecent('steam');
  expect(readRecent('steam')).toEqual([]);
  expect(accounts(readRecent('pubg'))).toEqual(['512']);
  forgetRecent('pubg');
  expect(readRecent('pubg')).toEqual([]);
});

it('takes top-ups that did not fail from the history, newest first', () => {
  const topUp = (
    account: string,
    stage: 'delivered' | 'not-paid' | 'refunded',
    service: 'steam' | 'pubg' = 'steam',
  ) => ({
    service,
    stage,
    account,
    accountName: null,
    productId: 278,
    amount: 1000,
    currency: 'KZT' as const,
  });
  const history = [
    topUp('b', 'not-paid'),
    topUp('c', 'refunded'),
    topUp('a', 'delivered'),
    topUp('7', 'delivered', 'pubg'),
    topUp('a', 'delivered'),
  ];
  expect(accounts(recentOf(history, 'steam'))).toEqual(['a']);
});

it('takes nothing that it would not have written', () => {
  store('localStorage', 'topUpAccounts', JSON.stringify([null, 7, { service: 'steam', account: 7 }, steam('gabe')]));
  expect(accounts(readRecent('steam'))).toEqual(['gabe']);
  store('localStorage', 'topUpAccounts', '{');
  expect(readRecent('steam')).toEqual([]);
});
