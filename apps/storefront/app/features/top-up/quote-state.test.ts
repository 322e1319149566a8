import type { CallFault } from '@oyna/api-client/call-fault';
import type { TopUpQuote } from '@oyna/api-client/models';
import { expect, it } from 'vitest';
import { shownOf, withFault, withQuote } from './quote-state.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const quoteOf = (amount: number) =>
  ({ toPay: { amount, currency: 'RUB' }, expiresAt: new Date(NOW + 600_000).toISOString() }) as TopUpQuote;
const faultOf = (error: CallFault['error']): CallFault => ({ error, field: undefined, requestId: undefined });
const KEY = '278 epoint 1000';
const quoted = withQuote({ key: '' }, KEY, quoteOf(100), NOW);

it('asks again by itself after a lost network, and not after a refusal', () => {
  expect(withFault(quoted, KEY, faultOf('no-answer'), NOW).askAt).toBe(NOW + 5_000);
  expect(withFault({ key: '' }, KEY, faultOf('no-answer'), NOW).askAt).toBe(NOW + 5_000);
  expect(withFault(quoted, KEY, faultOf('price-unavailable'), NOW).askAt).toBeUndefined();
});

it('shows no price that could not be renewed, and no time until which it holds', () => {
  const fault = faultOf('no-answer');
  expect(shownOf(withFault(quoted, KEY, fault, NOW), KEY)).toEqual({ fault });
  expect(shownOf(quoted, KEY)).toMatchObject({ quote: quoteOf(100), askAt: NOW + 597_000 });
  expect(shownOf(quoted, '278 epoint 2000')).toEqual({});
  expect(shownOf({ key: '' }, '')).toEqual({});
});

it('says that the price has changed, also when renewals have failed in between', () => {
  const failed = withFault(withFault(quoted, KEY, faultOf('no-answer'), NOW), KEY, faultOf('internal'), NOW);
  const renewed = withQuote(failed, KEY, quoteOf(120), NOW);
  expect(renewed).toMatchObject({ quote: quoteOf(120), before: quoteOf(100) });
  expect(shownOf(renewed, KEY).fault).toBeUndefined();
  // Marked until the input changes.
  expect(withQuote(renewed, KEY, quoteOf(120), NOW).before).toEqual(quoteOf(100));
  expect(withQuote(renewed, '278 epoint 2000', quoteOf(200), NOW).before).toBeUndefined();
  expect(withQuote(failed, KEY, quoteOf(100), NOW).before).toBeUndefined();
});

it('does not compare with the price of another input', () => {
  const failed = withFault(quoted, '278 epoint 2000', faultOf('no-answer'), NOW);
  expect(withQuote(failed, '278 epoint 2000', quoteOf(200), NOW).before).toBeUndefined();
});
