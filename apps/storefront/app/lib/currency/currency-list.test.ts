import { describe, expect, it } from 'vitest';
import { chooseCurrency, toCurrencyList } from './currency-list.ts';

const rate = (name: string, amount: number, index: number) => ({
  name,
  amount,
  index,
  symbol: name,
  source: 'test',
  updatedAt: null,
  stale: false,
});
const list = toCurrencyList([rate('RUB', 83, 1), rate('KZT', 519.34, 0)]);

describe('the list of currencies', () => {
  it('keeps the order of the server and always has dollars', () => {
    expect(list.map(({ name }) => name)).toEqual(['KZT', 'RUB', 'USD']);
    expect(toCurrencyList([]).map(({ name, amount }) => [name, amount])).toEqual([['USD', 1]]);
  });

  it('carries no more than a page needs', () => {
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(['amount', 'index', 'name', 'stale', 'symbol', 'updatedAt']);
  });
});

describe('the currency after hydration', () => {
  const choose = (cookie?: string, session?: string) => chooseCurrency(list, { cookie, session })?.name;

  it('is the one the server has rendered from the cookie', () => {
    expect(choose('RUB', 'USD')).toBe('RUB');
  });

  it('is the one of the session when the cookie is gone or unknown', () => {
    expect(choose(undefined, 'USD')).toBe('USD');
    expect(choose('EUR', 'RUB')).toBe('RUB');
  });

  it('is the tenge otherwise', () => {
    expect(choose()).toBe('KZT');
    expect(choose('EUR', 'GBP')).toBe('KZT');
  });
});
