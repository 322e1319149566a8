import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { notificationContent } from './notification-content.ts';

const t = ((key: string, values?: object) =>
  values ? `${key} ${JSON.stringify(values)}` : key) as unknown as TFunction<'notifications'>;
const contentOf = (kind: string, data: Record<string, unknown> = {}) =>
  notificationContent({ kind, data }, t, 'ru', (cents) => `${cents / 100} $`);

it('tells of a lower price, in the money of the reader', () => {
  const { text, to } = contentOf('price-drop', { gameId: 7, gameName: 'Orbit', from: 1000, to: 750 });
  expect(text).toBe('price-drop-text {"name":"Orbit","from":"10 $","to":"7.5 $"}');
  expect(to).toBe('/catalog/7');
});

it('leads from news of an order to the order, with the sum in the money of the payment', () => {
  const { text, to } = contentOf('delivered', { orderId: 'abcdefghijklmnop', amount: 748_500, currency: 'KZT' });
  expect(text).toBe('delivered-text {"sum":"7\u00a0485\u00a0₸"}');
  expect(to).toBe('/payment/result?order=abcdefghijklmnop');
  expect(contentOf('refunded', { orderId: '../..', amount: 'much' }).to).toBe('/history');
});

it('leads from news of a top-up to its status, and does not speak of keys', () => {
  const data = { orderId: 'abcdefghijklmnop', topUp: true, amount: 346, currency: 'AZN' };
  expect(contentOf('paid', data)).toEqual({
    title: 'paid',
    text: 'top-up-paid-text {"sum":"3,46\u00a0AZN"}',
    to: '/top-up/abcdefghijklmnop',
  });
  expect(contentOf('delivered', data).title).toBe('top-up-delivered');
  expect(contentOf('refunded', { ...data, orderId: '../..' }).to).toBe('/replenishment-history');
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
