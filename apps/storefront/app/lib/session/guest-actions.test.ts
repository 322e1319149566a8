import { expect, it } from 'vitest';
import { isOpenToGuests, offersGuest } from './guest-actions.ts';

const open = (path: string) => ({ kind: 'open', path }) as const;

it('lets a guest buy, and see what was bought', () => {
  for (const path of [
    '/cart',
    '/payment',
    '/payment?product=7',
    '/payment/result?order=x',
    '/payment-talk',
    '/history',
  ]) {
    expect(isOpenToGuests(open(path)), path).toBe(true);
  }
  expect(isOpenToGuests({ kind: 'add-to-cart', productId: 1, count: 1 })).toBe(true);
});

it('asks a guest for an account elsewhere', () => {
  for (const path of ['/profile', '/favourites', '/paymentx', '/', '/catalog?next=/cart']) {
    expect(isOpenToGuests(open(path)), path).toBe(false);
  }
  expect(isOpenToGuests({ kind: 'favourite', gameId: 1 })).toBe(false);
  expect(isOpenToGuests({ kind: 'top-up', id: 1 })).toBe(false);
  expect(isOpenToGuests(undefined)).toBe(false);
});

it('offers to begin as a guest where a purchase begins, and not where an order is looked for', () => {
  expect(offersGuest(open('/payment?product=7&count=2'))).toBe(true);
  expect(offersGuest({ kind: 'add-to-cart', productId: 1, count: 1 })).toBe(true);
  for (const path of ['/payment/result?order=x', '/history', '/profile'])
    expect(offersGuest(open(path)), path).toBe(false);
});
