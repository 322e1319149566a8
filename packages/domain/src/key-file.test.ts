import { describe, expect, it } from 'vitest';
import { canonicalKey, cleanKey, decodeKeyFile, findKeyColumn, listKeySpellings, sortKeyLines } from './key-file.ts';
import { KEY_PLATFORMS, type KeyFormat, listKeyMasks } from './key-formats.ts';

const STEAM = { type: 'Key', platform: 'Steam' };
const CARD = { type: 'Services', platform: 'Web' };
const BY_PLATFORM = { kind: 'platform' } as const;

describe('the text of a file', () => {
  const text = 'Ключ;Цена\nAAAAA-BBBBB-CCCCC;5\n';
  const bytesOf = (encoding: 'utf8' | 'utf16le', mark = '') => new Uint8Array(Buffer.from(mark + text, encoding));
  const swapped = (bytes: Uint8Array) => new Uint8Array(Buffer.from(bytes).swap16());

  it.each([
    ['UTF-8', bytesOf('utf8')],
    ['UTF-8 with its mark', bytesOf('utf8', '\uFEFF')],
    ['UTF-16 with its mark', bytesOf('utf16le', '\uFEFF')],
    ['UTF-16 of the other order', swapped(bytesOf('utf16le', '\uFEFF'))],
  ])('is read from %s', (_name, bytes) => expect(decodeKeyFile(bytes)).toBe(text));

  it('is read from UTF-16 without its mark', () => {
    const latin = 'key,cost\nAAAAA-BBBBB-CCCCC,5\n';
    const bytes = new Uint8Array(Buffer.from(latin, 'utf16le'));
    expect(decodeKeyFile(bytes)).toBe(latin);
    expect(decodeKeyFile(swapped(bytes))).toBe(latin);
  });

  it('is read from Windows-1251 when it is not UTF-8', () => {
    const russian = new Uint8Array([0xca, 0xeb, 0xfe, 0xf7, 0x0a, 0x41]);
    expect(decodeKeyFile(russian)).toBe('Ключ\nA');
  });

  it('is read by its mark also where no byte is zero', () => {
    const cyrillic = new Uint8Array(Buffer.from('\uFEFFключ', 'utf16le'));
    expect(decodeKeyFile(cyrillic)).toBe('ключ');
    expect(decodeKeyFile(swapped(cyrillic))).toBe('ключ');
  });

  it.each([
    ['яб', [0xff, 0xe1]],
    ['аю', [0xe0, 0xfe]],
    ['юб', [0xfe, 0xe1]],
    ['ая', [0xe0, 0xff]],
  ])('has no mark when it begins with %s in Windows-1251', (word, bytes) =>
    expect(decodeKeyFile(new Uint8Array(bytes))).toBe(word),
  );

  it.each([
    ['at an odd place', 'AAA\u0000A-BBBBB-CCCCC\n'],
    ['at an even place', 'AAAA\u0000-BBBBB-CCCCC\n'],
    ['everywhere', '\u0000'.repeat(20)],
  ])('is UTF-8 with zeros %s', (_where, odd) => expect(decodeKeyFile(new TextEncoder().encode(odd))).toBe(odd));

  it('may be empty', () => expect(decodeKeyFile(new Uint8Array())).toBe(''));
});

it('finds the column of the keys by its name', () => {
  expect(findKeyColumn(['id', ' Code ', 'cost'])).toBe(1);
  expect(findKeyColumn(['Ключ'])).toBe(0);
  expect(findKeyColumn(['AAAAA-BBBBB-CCCCC'])).toBe(-1);
});

describe('a key', () => {
  it.each([
    ['aaaaa-bbbbb-ccccc', 'AAAAA-BBBBB-CCCCC'],
    [' AAAAABBBBBCCCCC\u00A0', 'AAAAA-BBBBB-CCCCC'],
    ['AAAAA–BBBBB—CCCCC', 'AAAAA-BBBBB-CCCCC'],
    ['237abcdghjlprst 23', '237ABCDGHJLPRST 23'],
    ['237abcdghjlprst\u00A023', '237ABCDGHJLPRST 23'],
    ['hello', 'hello'],
    // What does not fit the format stays as it is written.
    ['aaaaa–bbbbbccccc', 'aaaaa–bbbbbccccc'],
    ['aaaaa-bbbbb-cccc!', 'aaaaa-bbbbb-cccc!'],
    ['aaaaabbbbbcccc!', 'aaaaabbbbbcccc!'],
  ])('of Steam written as %j is %j', (raw, key) => expect(cleanKey(raw, STEAM, BY_PLATFORM)).toBe(key));

  it('keeps its letters where no format is known', () => {
    expect(cleanKey(' aBc-1234 ', CARD, BY_PLATFORM)).toBe('aBc-1234');
    expect(cleanKey('aaaaa-bbbbb-ccccc', STEAM, { kind: 'any' })).toBe('aaaaa-bbbbb-ccccc');
  });
});

describe('one key in several spellings', () => {
  it.each(KEY_PLATFORMS)('of %s is one key', (platform) => {
    const kind = { type: 'Key', platform };
    for (const mask of listKeyMasks(kind)) {
      const key = mask.replaceAll('X', 'A');
      const plain = key.replaceAll(/[^A]/g, '');
      const spellings = [key, key.toLowerCase(), plain, plain.toLowerCase(), ` ${key.replaceAll('-', ' ')} `];
      for (const spelling of [...spellings, key.replaceAll('-', '–')]) {
        expect(canonicalKey(spelling, kind)).toBe(key);
        expect(listKeySpellings(spelling)).toContain(key);
      }
      expect(cleanKey(key.replaceAll('-', '').toLowerCase(), kind, BY_PLATFORM)).toBe(key);
    }
  });

  it('is not one key where small letters may count', () => {
    expect(canonicalKey(' aBc-1234 ', CARD)).toBe('aBc-1234');
    expect(cleanKey('ab–1234', CARD, BY_PLATFORM)).toBe('ab–1234');
    expect(canonicalKey('https://example.com/k', STEAM)).toBe('https://example.com/k');
    expect(canonicalKey('AAAAA-BBBBB-CCCCß', STEAM)).toBe('AAAAA-BBBBB-CCCCß');
  });

  it('is repeated in a file of any format', () => {
    const lines = ['aaaaa-bbbbb-ccccc', 'AAAAABBBBBCCCCC'].map((value, index) => ({ line: index + 1, value }));
    expect(sortKeyLines(lines, STEAM, { kind: 'any' })).toMatchObject({
      good: [{ line: 1, value: 'aaaaa-bbbbb-ccccc' }],
      rejected: [{ line: 2, fault: 'repeated', earlier: 1 }],
    });
  });
});

it('names what is wrong with each line, and shows no key', () => {
  const values = [
    'AAAAA-BBBBB-CCCCC',
    'aaaaabbbbbccccc',
    'АAAAA-BBBBB-CCCC1', // the first letter is Cyrillic
    '',
    'AAAAA-BBBBB-CCC\u0000C',
    'x'.repeat(600),
    'AAAAA-BBBBB',
    'AAAAA-BBBBB-CCCC2',
  ];
  const lines = values.map((value, index) => ({ line: index + 1, value }));
  const { good, rejected } = sortKeyLines(lines, STEAM, BY_PLATFORM);
  expect(good.map(({ line }) => line)).toEqual([1, 8]);
  expect(rejected).toEqual([
    { line: 2, masked: '••••CC', fault: 'repeated', earlier: 1 },
    { line: 3, masked: '••••C1', fault: 'look-alike' },
    { line: 4, masked: '••••', fault: 'empty' },
    { line: 5, masked: '••••\u0000C', fault: 'invisible' },
    { line: 6, masked: '••••xx', fault: 'too-long' },
    { line: 7, masked: '••••BB', fault: 'format' },
  ]);
  expect(sortKeyLines([{ line: 1, value: 'GIFТ-55' }], CARD, BY_PLATFORM).rejected).toMatchObject([
    { fault: 'look-alike' },
  ]);
  expect(sortKeyLines([{ line: 1, value: 'карта-55' }], CARD, BY_PLATFORM).good).toHaveLength(1);
});

it('looks for letters of the other alphabet only where the format is the one of the platform', () => {
  const faultOf = (value: string, kind = STEAM, format: KeyFormat = BY_PLATFORM) =>
    sortKeyLines([{ line: 1, value }], kind, format).rejected[0]?.fault;
  expect(faultOf('ААААА-BBBBB-CCCCC')).toBe('look-alike'); // a whole group is Cyrillic
  expect(faultOf('я'.repeat(600))).toBe('too-long');
  expect(faultOf('GIFТ-55', CARD, { kind: 'any' })).toBeUndefined();
  expect(faultOf('GIFТ-55', CARD, { kind: 'pattern', pattern: /^\d+$/u })).toBe('format');
});

it('has a spelling of the platform only where each sign of it is a letter or a digit', () => {
  expect(canonicalKey('!aaaabbbbbccccc', STEAM)).toBe('!aaaabbbbbccccc');
  expect(listKeySpellings('gift!')).toEqual(['gift!', 'GIFT!']);
});
