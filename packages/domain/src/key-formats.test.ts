import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findKeyFault,
  fitsAnyPlatform,
  type KeyFormat,
  listKeyMasks,
  MAX_KEY_LENGTH,
  maskKey,
  parseKeyPattern,
} from './key-formats.ts';

const BY_PLATFORM: KeyFormat = { kind: 'platform' };
const ANY: KeyFormat = { kind: 'any' };
const faultOf = (value: string, platform: string, type = 'Key', format: KeyFormat = BY_PLATFORM) =>
  findKeyFault(value, { type, platform }, format);

const letter = fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789abcxyz');
const platform = fc.constantFrom('Steam', 'PlayStation', 'Xbox', 'Nintendo', 'GOG', 'EA App', 'Battle.net');
const keyOf = (name: string) =>
  fc
    .constantFrom(...listKeyMasks({ type: 'Key', platform: name }))
    .chain((mask) =>
      fc
        .tuple(...[...mask].map((place) => (place === 'X' ? letter : fc.constant(place))))
        .map((parts) => parts.join('')),
    );

describe('a game key', () => {
  it.each([
    ['Steam', 'AAAAA-BBBBB-CCCCC'],
    ['Steam', 'AAAAA-BBBBB-CCCCC-DDDDD-EEEEE'],
    ['Steam', '237ABCDGHJLPRST 23'],
    ['Steam', 'AAAAABBBBBCCCCC'],
    ['PlayStation', 'ABCD-1234-EF5G'],
    ['Xbox', 'AAAAA-BBBBB-CCCCC-DDDDD-EEEEE'],
    ['Nintendo', 'B000-1111-2222-3333'],
    ['Nintendo', 'B000111122223333'],
  ])('of %s may be %s', (name, value) => expect(faultOf(value, name)).toBeUndefined());

  it.each([
    ['Steam', 'hello world <script>'],
    ['Steam', 'AAAAA-BBBBB-CCCC'],
    ['Steam', 'AAAAA-BBBBBCCCCC'],
    ['Steam', 'AAAAA-BBBBB-CCCC!'],
    ['Steam', 'AAAAA-BBBBB-CCCCCD'],
    ['Steam', 'AAAAA BBBBB CCCCC'],
    ['Steam', 'ААААА-BBBBB-CCCCC'], // Cyrillic letters
    ['PlayStation', 'AAAAA-BBBBB-CCCCC'],
    ['Xbox', 'AAAAA-BBBBB-CCCCC'],
    ['Nintendo', 'B000-1111-2222'],
  ])('of %s may not be %s', (name, value) => expect(faultOf(value, name)).toBe('format'));

  it('has one of the shapes of its platform, and no other length', () => {
    fc.assert(
      fc.property(
        platform.chain((name) => fc.tuple(fc.constant(name), keyOf(name))),
        ([name, value]) => {
          expect(faultOf(value, name)).toBeUndefined();
          expect(faultOf(value.replaceAll('-', ''), name)).toBeUndefined();
          expect(faultOf(`<${value.slice(1)}`, name)).toBe('format');
        },
      ),
    );
  });
});

describe('a gift card, or a key of an unknown platform', () => {
  it.each(['GIFT-1234', 'https://t.me/giftcode/AbC_123', 'ABCD 1234', 'карта-55', 'abcd', '1234', 'x'.repeat(256)])(
    'may be %s',
    (value) => {
      expect(faultOf(value, 'Steam', 'Services')).toBeUndefined();
      expect(faultOf(value, 'Stadia')).toBeUndefined();
      expect(faultOf(value, 'constructor')).toBeUndefined();
    },
  );

  it.each(['hello world <script>', 'a b c d', 'AB  12', 'AB\u00a012', '----', 'abc', 'x'.repeat(257)])(
    'may not be %j',
    (value) => expect(faultOf(value, 'Web', 'Services')).toBe('format'),
  );
});

describe('any key', () => {
  it('is a text that can be seen and is not endless, whatever the format', () => {
    for (const format of [BY_PLATFORM, ANY, { kind: 'pattern', pattern: /^.*$/su } as const]) {
      expect(faultOf('', 'Steam', 'Key', format)).toBe('empty');
      expect(faultOf('A\u0000B', 'Steam', 'Key', format)).toBe('invisible');
      expect(faultOf('A\u200bB', 'Steam', 'Key', format)).toBe('invisible');
      expect(faultOf('x'.repeat(MAX_KEY_LENGTH + 1), 'Steam', 'Key', format)).toBe('too-long');
    }
    expect(faultOf('any <thing>', 'Steam', 'Key', ANY)).toBeUndefined();
    expect(faultOf('x'.repeat(MAX_KEY_LENGTH), 'Steam', 'Key', ANY)).toBeUndefined();
  });

  it('matches a given pattern as a whole', () => {
    const pattern = parseKeyPattern('[A-Z]{3}|\\d{3}');
    expect(pattern).toBeDefined();
    if (!pattern) return;
    const format = { kind: 'pattern', pattern } as const;
    expect(faultOf('ABC', 'Steam', 'Key', format)).toBeUndefined();
    expect(faultOf('ABC1', 'Steam', 'Key', format)).toBe('format');
    expect(faultOf('0123', 'Steam', 'Key', format)).toBe('format');
    expect(parseKeyPattern('[')).toBeUndefined();
    expect(parseKeyPattern('\\p{L}{4}')?.test('ключ')).toBe(true);
  });

  it('shows at most two characters of itself in a report', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (value) => {
        const shown = maskKey(value).replace('••••', '');
        expect(shown.length).toBeLessThanOrEqual(Math.min(2, value.length / 4));
        expect(value.endsWith(shown)).toBe(true);
      }),
    );
    expect(maskKey('AAAAA-BBBBB-CCC42')).toBe('••••42');
  });

  it('is recognised without its platform, with its dashes or without', () => {
    fc.assert(
      fc.property(platform.chain(keyOf), (value) => {
        expect([fitsAnyPlatform(value), fitsAnyPlatform(value.replaceAll('-', ''))]).toEqual([true, true]);
      }),
    );
    for (const other of [
      '',
      'AAAAA',
      'AAAAA-BBBBB-CCCC',
      'AAAAA-BBBBB-CCCCC-DDDDDD',
      'игра-ключ-2024',
      'ABCD-1234_EF5G',
    ]) {
      expect(fitsAnyPlatform(other), other).toBe(false);
    }
  });
});
