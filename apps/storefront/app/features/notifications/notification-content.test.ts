import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { notificationContent } from './notification-content.ts';

const t = ((key: string, values?: object) =>
  values ? `${key} ${JSON.stringify(values)}` : key) as unknown as TFunction<'notifications'>;
const contentOf = (kind: string, data: Record<string, unknown> = {}) =>
  notificationContent({ kind, data }, t, 'ru', (cents) => `${cents / 100} $`);

it('shows a lower price in the currency of the customer', () => {
  const { text, to } = contentOf('price-drop', { gameId: 7, gameName: 'Orbit', from: 1000, to: 750 });
  expect(text).toBe('price-drop-text {"name":"Orbit","from":"10 $","to":"7.5 $"}');
  expect(to).toBe('/catalog/7');
});

it('links a notification about an order to the order, with the sum in the currency of the payment', () => {
  const { text, to } = contentOf('delivered', { orderId: 'abcdefghijklmnop', amount: 748_500, currency: 'KZT' });
  expect(text).toBe('delivered-text {"sum":"7\u00a0485\u00a0₸"}');
  expect(to).toBe('/payment/result?order=abcdefghijklmnop');
  expect(contentOf('refunded', { orderId: '../..', amount: 'much' }).to).toBe('/history');
});

it('links a notification about a top-up to its status, without a text about keys', () => {
  const data = { orderId: 'abcdefghijklmnop', topUp: true, amount: 346, currency: 'AZN' };
  expect(contentOf('paid', data)).toEqual({
    title: 'paid',
    text: 'top-up-paid-text {"sum":"3,46\u00a0AZN"}',
    to: '/top-up/abcdefghijklmnop',
  });
  expect(contentOf('delivered', data).title).toBe('top-up-delivered');
  expect(contentOf('refunded', { ...data, orderId: '../..' }).to).toBe('/replenishment-history');
});

it('names the products of an order, two of them and how many more', () => {
  const data = { orderId: 'abcdefghijklmnop', amount: 748_500, currency: 'KZT' };
  expect(contentOf('delivered', { ...data, products: ['Orbit', 'Dune'] }).text).toBe(
    'Orbit, Dune. delivered-text {"sum":"7\u00a0485\u00a0₸"}',
  );
  expect(contentOf('refunded', { ...data, products: ['A', 'B', 'C', 'D'] }).text).toMatch(
    /^and-more {"names":"A, B","count":2}\. refunded-text/,
  );
  expect(contentOf('paid', { ...data, products: [7, null] }).text).toMatch(/^paid-text/);
});

it('shows the credited and the paid sum', () => {
  const data = { orderId: 'abcdefghijklmnop', topUp: true, amount: 17_300, currency: 'RUB', account: 'gamer' };
  expect(contentOf('delivered', { ...data, credited: { amount: 16_100, currency: 'RUB' } }).text).toBe(
    'top-up-credited-text {"account":"gamer","credited":"161\u00a0₽","sum":"173\u00a0₽"}',
  );
  expect(contentOf('delivered', { ...data, credited: { name: '60 UC' } }).text).toContain('"credited":"60 UC"');
  expect(contentOf('delivered', data).text).toMatch(/^top-up-delivered-text/);
});

it('survives data that it does not understand', () => {
  expect(contentOf('price-drop', { gameId: '7/../..', gameName: 'Orbit' })).toMatchObject({
    text: 'Orbit',
    to: undefined,
  });
  expect(contentOf('security', { event: 'unheard-of' }).text).toBe('security-text');
  expect(contentOf('security', { event: 'email-changed' }).text).toBe('email-changed');
  expect(contentOf('a-kind-of-tomorrow')).toMatchObject({ title: 'other' });
});
