import { CARD_MASKS } from '@oyna/domain/card-form';
import { expect, it } from 'vitest';
import { masked, tidyExpiry } from './masked-input.ts';

it('formats digits that are typed at the end', () => {
  expect(masked(CARD_MASKS.number, '55555', 5)).toEqual({ value: '5555 5', caret: 6 });
  expect(masked(CARD_MASKS.number, '5555-5555x', 10)).toEqual({ value: '5555 5555', caret: 9 });
  expect(masked(CARD_MASKS.cvv, '12345', 5)).toEqual({ value: '123', caret: 3 });
});

it('keeps the caret behind the digit that was typed in the middle', () => {
  expect(masked(CARD_MASKS.number, '55955 5555', 3)).toEqual({ value: '5595 5555 5', caret: 3 });
  expect(masked(CARD_MASKS.number, '55559 555', 5)).toEqual({ value: '5555 9555', caret: 6 });
});

it('reads an expiry as people and browsers write it', () => {
  const expiry = (typed: string) => masked(CARD_MASKS.expiry, tidyExpiry(typed), 99).value;
  expect(expiry('1/30')).toBe('01/30');
  expect(expiry('12/2030')).toBe('12/30');
  expect(expiry('122030')).toBe('12/30');
  expect(expiry('1230')).toBe('12/30');
});
