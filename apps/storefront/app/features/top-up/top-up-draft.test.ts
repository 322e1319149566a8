import { beforeEach, expect, it } from 'vitest';
import { store } from '../../lib/browser-storage.ts';
import { stubStorage } from '../../lib/storage-test-helper.ts';
import { amountIn } from './steam-amount.ts';
import { draftOf, readDraft, saveDraft } from './top-up-draft.ts';

beforeEach(stubStorage);

it('restores the entered values of each service', () => {
  saveDraft('steam', { account: 'gabe', amount: '1500', currency: 'RUB', provider: 'platron', isGuest: true });
  saveDraft('pubg', { account: '512345', productId: '311' });
  expect(readDraft('steam')).toEqual({
    account: 'gabe',
    amount: '1500',
    currency: 'RUB',
    provider: 'platron',
    isGuest: true,
  });
  expect(readDraft('pubg')).toEqual({ account: '512345', productId: '311', isGuest: false });
});

it('takes nothing that it would not have written', () => {
  expect(readDraft('steam')).toBeUndefined();
  for (const text of ['', '{', '7', 'null']) {
    store('sessionStorage', 'topUpDraft steam', text);
    expect(readDraft('steam')).toBeUndefined();
  }
  store('sessionStorage', 'topUpDraft steam', JSON.stringify({ account: 7, amount: ['1'], provider: 'x'.repeat(101) }));
  expect(readDraft('steam')).toEqual({ account: '', isGuest: false });
});

it('tops up the same sum once more, also after the currency was switched and switched back', () => {
  const steam = { service: 'steam', account: 'gabe', productId: 278, amount: 5000, currency: 'RUB' } as const;
  saveDraft('steam', draftOf(steam, true));
  const draft = readDraft('steam');
  expect(draft).toMatchObject({ account: 'gabe', amount: '5000', currency: 'RUB', isGuest: true });
  // The form calculates from what was typed.
  const typed = { amount: draft?.typedAmount ?? '', currency: draft?.typedCurrency === 'RUB' ? 'RUB' : 'KZT' } as const;
  expect(amountIn('RUB', typed, [])).toBe('5000');
});

it('tops up the same pack once more', () => {
  const pubg = { service: 'pubg', account: '512345', productId: 311, amount: 0, currency: null } as const;
  expect(draftOf(pubg, false)).toEqual({ account: '512345', productId: '311', isGuest: false });
});
