import { readFileSync } from 'node:fs';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { directFaultText, isForTheCart, isStale, paymentFaultText } from './payment-faults.ts';

const texts = JSON.parse(
  readFileSync(new URL('../../../public/locales/en/payment.json', import.meta.url), 'utf8'),
) as Record<string, string>;
const t = ((key: string) => texts[key]) as unknown as TFunction<'payment'>;

it('shows that the payment link is missing when there is none and when the server fails (spec §8)', () => {
  expect(paymentFaultText(t, 'payment-text3')).toBe('Payment link is missing. Please try again.');
  expect(paymentFaultText(t, 'internal')).toBe('Payment link is missing. Please try again.');
});

it('has a default text for a code that it does not know', () => {
  expect(paymentFaultText(t, 'avatar-type-invalid')).toBe(texts['not-payed-text']);
});

it('says when to try again if too many keys are on hold for the network, and not that there were too many attempts', () => {
  for (const text of [paymentFaultText(t, 'network-holds-too-many'), directFaultText(t, 'network-holds-too-many')])
    expect(text).toMatch(/reserved.*from your network.*half an hour/);
});

it('links to the cart for errors that only the cart can fix', () => {
  expect(isForTheCart('out-of-stock')).toBe(true);
  expect(isForTheCart('internal')).toBe(false);
});

it('loads the page again after errors that say that it is out of date, and not without a network', () => {
  for (const code of ['promocode-error', 'basket-frozen', 'quote-expired', 'out-of-stock'] as const)
    expect(isStale(code), code).toBe(true);
  for (const code of ['no-answer', 'unavailable', 'too-many-requests', 'network-holds-too-many'] as const)
    expect(isStale(code), code).toBe(false);
});
