import { LANGUAGES } from '@oyna/domain/constants';
import { KEY_STATUSES } from '@oyna/domain/states';
import { describe, expect, it } from 'vitest';
import type { Translate } from '../../lib/texts.tsx';
import { type Found, listFound, listShown, type SearchAnswer } from './search-results.ts';

const texts = import.meta.glob<Record<string, string>>('../../texts/*/search.json', { eager: true, import: 'default' });
const NOTHING: SearchAnswer = { orders: [], customers: [], games: [], promoCodes: [], batches: [], key: null };
const KEY = { id: 1, productId: 10012, product: 'Portal 2', number: null, orderId: null, status: 'available' } as const;
const t: Translate<'search'> = (key) => key;
const found = (text: string): Found => ({ id: text, group: 'orders', text, note: '', to: `/orders/${text}` });

describe('the results of a search', () => {
  it('each lead to a page', () => {
    const answer: SearchAnswer = {
      ...NOTHING,
      customers: [{ id: 3, email: null, login: 'asel', phone: null, isBlocked: false }],
      games: [{ id: 1001, name: 'The Witcher 3' }],
      promoCodes: [{ id: 7, code: 'AUTUMN', used: 2 }],
      batches: [{ id: 5, productId: 10012, product: 'The Witcher 3', supplier: 'Nord', keyCount: 500 }],
      key: { ...KEY, orderId: 'A B' },
    };
    const paths = listFound(answer, { t, may: () => true }).map(({ to }) => to);
    expect(paths).toEqual(['/orders/A%20B', '/customers/3', '/catalogue/1001', '/promo/7', '/stock/10012']);
  });

  it('lead from a key without an order to the stock of its offer, for those who may see it', () => {
    const pathFor = (mayRead: boolean) => listFound({ ...NOTHING, key: KEY }, { t, may: () => mayRead })[0]?.to;
    expect([pathFor(true), pathFor(false)]).toEqual(['/stock/10012', undefined]);
  });

  it.each(LANGUAGES)('name the state of a key in words: %s', (language) => {
    const inLanguage: Translate<'search'> = (key) => texts[`../../texts/${language}/search.json`]?.[key] ?? '';
    for (const status of KEY_STATUSES) {
      const [result] = listFound({ ...NOTHING, key: { ...KEY, status } }, { t: inLanguage, may: () => true });
      expect(result?.note, status).not.toBe('');
    }
  });

  it('are not those of another text: neither of what was opened last nor of what was typed before', () => {
    const recent = [found('last')];
    const before = { text: 'OY-1', found: [found('one')] };
    expect(listShown('', undefined, recent)).toEqual({ found: recent, isAnswered: true });
    expect(listShown('OY-2', undefined, recent)).toEqual({ found: [], isAnswered: false });
    expect(listShown('OY-2', before, recent)).toEqual({ found: before.found, isAnswered: false });
    expect(listShown('OY-1', before, recent)).toEqual({ found: before.found, isAnswered: true });
    expect(listShown('O', before, recent).found).toEqual([]);
  });
});
