import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyMask, CARD_MASKS, type CardForm, validateCard } from './card-form.ts';

const now = new Date(2026, 4, 15);
const good: CardForm = { number: '4111 1111 1111 1111', expiry: '05/26', cvv: '123', holder: "AIGERIM O'NEIL" };
const anyText = fc.string({ unit: 'binary' });

describe('the card masks', () => {
  it('lay digits into their places', () => {
    expect(applyMask(CARD_MASKS.number, '41111')).toBe('4111 1');
    expect(applyMask(CARD_MASKS.number, '4111')).toBe('4111');
    expect(applyMask(CARD_MASKS.number, '4111-1111-1111-1111-99')).toBe('4111 1111 1111 1111');
    expect(applyMask(CARD_MASKS.expiry, '0526')).toBe('05/26');
    expect(applyMask(CARD_MASKS.cvv, '12a34')).toBe('123');
    expect(applyMask(CARD_MASKS.cvv, 'abc')).toBe('');
  });

  it('keep the digits in order and change nothing the second time', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...Object.values(CARD_MASKS)), (typed, mask) => {
        const once = applyMask(mask, typed);
        expect(applyMask(mask, once)).toBe(once);
        expect(typed.replace(/[^0-9]/g, '').startsWith(once.replace(/[^0-9]/g, ''))).toBe(true);
        expect(once.length).toBeLessThanOrEqual(mask.length);
      }),
    );
  });
});

describe('the card form', () => {
  it('lets a good card through', () => {
    for (const number of ['4111 1111 1111 1111', '5555 5555 5555 4444', '4012 8888 8888 1881', '2200 0000 0000 0004']) {
      expect(validateCard({ ...good, number }, now)).toEqual({});
    }
    expect(validateCard({ ...good, holder: 'A'.repeat(64) }, now)).toEqual({});
  });

  it('says of each empty field that it cannot be empty', () => {
    expect(validateCard({ number: '', expiry: ' ', cvv: '', holder: '  ' }, now)).toEqual({
      number: 'card-number-empty',
      expiry: 'card-expiry-empty',
      cvv: 'card-cvv-empty',
      holder: 'card-holder-empty',
    });
  });

  it.each([
    '4111 1111 1111 1112',
    '4111 1111 1111 111',
    '4111111111111111',
    '4111-1111-1111-1111',
    '4222 2222 2222 2',
    '0000 0000 0000 0000',
    '4111 1111 1111 111x',
  ])('refuses the number %s', (number) => {
    expect(validateCard({ ...good, number }, now)).toEqual({ number: 'card-number-invalid' });
  });

  it('notices any one mistyped digit', () => {
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (place, shift) => {
        const digits = [...good.number.replaceAll(' ', '')];
        digits[place] = String((Number(digits[place]) + shift) % 10);
        const number = applyMask(CARD_MASKS.number, digits.join(''));
        expect(validateCard({ ...good, number }, now)).toEqual({ number: 'card-number-invalid' });
      }),
    );
  });

  it('takes a card through the last day of its month and not after', () => {
    expect(validateCard(good, new Date(2026, 4, 31, 23, 59, 59))).toEqual({});
    expect(validateCard(good, new Date(2026, 5, 1))).toEqual({ expiry: 'card-expiry-invalid' });
    expect(validateCard({ ...good, expiry: '01/27' }, now)).toEqual({});
    expect(validateCard({ ...good, expiry: '12/25' }, now)).toEqual({ expiry: 'card-expiry-invalid' });
  });

  it.each(['00/27', '13/27', '5/27', '0527', '05/2027', 'ab/cd'])('refuses the expiry %s', (expiry) => {
    expect(validateCard({ ...good, expiry }, now)).toEqual({ expiry: 'card-expiry-invalid' });
  });

  it('wants three digits of CVV and a name of letters', () => {
    for (const cvv of ['12', '1234', '12a'])
      expect(validateCard({ ...good, cvv }, now)).toEqual({ cvv: 'card-cvv-invalid' });
    for (const holder of ['4111', '. -', 'A\u0000B', 'A'.repeat(65)]) {
      expect(validateCard({ ...good, holder }, now)).toEqual({ holder: 'card-holder-invalid' });
    }
    expect(validateCard({ ...good, holder: 'Әлия Қасым-Жомарт' }, now)).toEqual({});
  });

  it('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, anyText, (number, expiry, cvv, holder) => {
        validateCard({ number, expiry, cvv, holder }, now);
      }),
    );
  });
});
