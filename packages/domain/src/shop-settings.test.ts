import { expect, it } from 'vitest';
import { feeTermsOf, SHOP_SETTING_NAMES, SHOP_SETTINGS } from './shop-settings.ts';

const fee = { provider: 'epoint', currency: 'AZN', basisPoints: 250, fixed: 10, isReturned: false };

it.each(SHOP_SETTING_NAMES)('accepts the value that %s has before the first change', (name) => {
  const { initial, parse } = SHOP_SETTINGS[name];
  expect(parse(JSON.parse(JSON.stringify(initial)))).toEqual(initial);
});

it('has one fee per provider and currency', () => {
  const { parse } = SHOP_SETTINGS['provider-fees'];
  expect(parse([fee, { ...fee, currency: 'USD' }])).toHaveLength(2);
  expect(parse([fee, { ...fee, basisPoints: 1 }])).toBeUndefined();
});

it.each([
  [{ ...fee, basisPoints: 5001 }],
  [{ ...fee, basisPoints: 2.5 }],
  [{ ...fee, fixed: -1 }],
  [{ ...fee, currency: 'EUR' }],
  [{ ...fee, provider: 'no such name' }],
  [{ ...fee, isReturned: 'yes' }],
  [null],
])('refuses the fee %j', (bad) => {
  expect(SHOP_SETTINGS['provider-fees'].parse([bad])).toBeUndefined();
});

it('takes no fee from a payment without a contract', () => {
  expect(feeTermsOf([], { provider: 'epoint', currency: 'AZN' })).toEqual({
    basisPoints: 0,
    fixed: 0,
    isReturned: false,
  });
});
