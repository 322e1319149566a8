import { beforeEach, expect, it } from 'vitest';
import { store } from '../../lib/browser-storage.ts';
import { stubStorage } from '../../lib/storage-test-helper.ts';
import { readDraft, saveDraft } from './top-up-draft.ts';

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
