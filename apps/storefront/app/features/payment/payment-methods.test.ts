import type { PaymentMethod } from '@oyna/api-client/models';
import { expect, it } from 'vitest';
import { isForeignCharge, methodGroups, shownCharge } from './payment-methods.ts';

const method = (provider: PaymentMethod['provider'], origin: 'Kz' | 'Ru', currency: string, rate: number) =>
  ({
    provider,
    label: provider,
    origin,
    brands: ['visa'],
    currency,
    rate,
    feePercent: 0,
    cardForm: false,
  }) satisfies PaymentMethod;

it('groups methods by the origin of the card, in the order of the server', () => {
  const methods = [
    method('platron', 'Ru', 'RUB', 80),
    method('kassa24', 'Kz', 'KZT', 500),
    method('epoint', 'Kz', 'AZN', 1.7),
  ];
  expect(
    methodGroups(methods).map(({ origin, methods: own }) => [origin, own.map(({ provider }) => provider)]),
  ).toEqual([
    ['Kz', ['kassa24', 'epoint']],
    ['Ru', ['platron']],
  ]);
  expect(methodGroups([])).toEqual([]);
});

it('charges whole tenge and roubles, and manats to the qəpik', () => {
  const basket = { total: 1_299, payment: null };
  expect(shownCharge(basket, method('kassa24', 'Kz', 'KZT', 512.37))).toBe(665_600);
  expect(shownCharge(basket, method('platron', 'Ru', 'RUB', 81.4))).toBe(105_700);
  expect(shownCharge(basket, method('epoint', 'Kz', 'AZN', 1.7))).toBe(2_208);
  expect(shownCharge(basket, method('epoint', 'Kz', 'AZN', 0))).toBeUndefined();
});

it('keeps the sum of a payment that has begun, and charges another method at the rate of now', () => {
  const payment = {
    orderId: 'o-1',
    number: '1',
    provider: 'epoint' as const,
    providerLabel: 'Epoint',
    amount: 2_000,
    currency: 'AZN',
    paidAt: null,
    refundedAmount: 0,
  };
  const basket = { total: 1_299, payment };
  expect(shownCharge(basket, method('epoint', 'Kz', 'AZN', 1.7))).toBe(2_000);
  expect(shownCharge(basket, method('platron', 'Ru', 'RUB', 81.4))).toBe(105_700);
});

it('shows when the charge is not in the currency of the cards', () => {
  expect(isForeignCharge(method('epoint', 'Kz', 'AZN', 1.7))).toBe(true);
  expect(isForeignCharge(method('kassa24', 'Kz', 'KZT', 500))).toBe(false);
  expect(isForeignCharge(method('platron', 'Ru', 'RUB', 80))).toBe(false);
});
