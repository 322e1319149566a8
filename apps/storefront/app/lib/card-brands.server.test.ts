import { expect, it } from 'vitest';
import { brandsOf } from './card-brands.server.ts';

it('has the marks of the methods on offer, each once and in one order, and no others', () => {
  expect(brandsOf([{ brands: ['mir', 'visa'] }, { brands: ['visa', 'mastercard'] }])).toEqual([
    'visa',
    'mastercard',
    'mir',
  ]);
  expect(brandsOf([{ brands: ['mastercard'] }])).toEqual(['mastercard']);
  expect(brandsOf([])).toEqual([]);
});
