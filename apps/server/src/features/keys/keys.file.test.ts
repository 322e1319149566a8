import { describe, expect, it } from 'vitest';
import { KeyFileError, parseKeyFile, sortKeyLines } from './keys.file.ts';

const valuesOf = (text: string) => parseKeyFile('keys.csv', text).map(({ value }) => value);

const KIND = { type: 'Services', platform: 'Web' };
const sortLines = (text: string) => sortKeyLines(parseKeyFile('keys.csv', text), KIND, { kind: 'platform' });

describe('a file of keys', () => {
  it.each([
    ['one in a line', 'AAA-1\nBBB-2\n', ['AAA-1', 'BBB-2']],
    ['lines of Windows, and empty ones', '\uFEFFAAA-1\r\n\r\n  BBB-2  \r\n', ['AAA-1', 'BBB-2']],
    ['a line with a comma is one key', 'AAA,1\nBBB,2', ['AAA,1', 'BBB,2']],
    ['quoted', '"AAA ""1"""\n"BBB"', ['AAA "1"', 'BBB']],
    ['CSV by its header', 'id,key,cost\n1,AAA-1,5\n2,"BBB,2",6', ['AAA-1', 'BBB,2']],
    ['CSV with semicolons, in Russian', 'Ключ;Цена\nAAA-1;5', ['AAA-1']],
    ['CSV with tabs', 'cost\tCode\n5\tAAA-1', ['AAA-1']],
  ])('%s', (_what, text, wanted) => expect(valuesOf(text)).toEqual(wanted));

  it('lists every bad line at once, with no key in clear', () => {
    const long = 'x'.repeat(513);
    const { good, rejected } = sortLines(`key,cost\nAAA-1,5\n,5\nA\u0000B,5\n${long},5\nBBB-2,5\nAAA-1,5\n<b>x</b>,5`);
    expect(good).toEqual([
      { line: 2, value: 'AAA-1' },
      { line: 6, value: 'BBB-2' },
    ]);
    expect(rejected).toEqual([
      { line: 3, masked: '••••', reason: 'has no key' },
      { line: 4, masked: '••••', reason: 'holds a character that cannot be seen' },
      { line: 5, masked: '••••xx', reason: 'is longer than 512 characters' },
      { line: 7, masked: '••••1', reason: 'repeats the key of line 2' },
      { line: 8, masked: '••••b>', reason: 'does not look like a code' },
    ]);
  });

  it('names the format of the platform that a key misses', () => {
    const [line] = sortKeyLines(
      [{ line: 1, value: 'hello world' }],
      { type: 'Key', platform: 'PlayStation' },
      { kind: 'platform' },
    ).rejected;
    expect(line?.reason).toBe('is not a PlayStation key (XXXX-XXXX-XXXX)');
  });

  it('reads a cell with a line break in another column', () => {
    expect(parseKeyFile('keys.csv', 'note,key\n"two\nlines",AAA-1\nx,BBB-2')).toEqual([
      { line: 3, value: 'AAA-1' },
      { line: 4, value: 'BBB-2' },
    ]);
  });

  it('is refused when a quote is not closed, without naming a key', () => {
    expect(() => parseKeyFile('keys.csv', 'key,cost\n"AAA-1,5\nBBB-2,5')).toThrow(
      /^keys\.csv: Quote Not Closed: the parsing is finished with an opening quote at line 3$/,
    );
  });

  it.each(['', '\n\n', 'key\n'])('is refused when there is no line in it: %j', (text) => {
    expect(() => parseKeyFile('keys.csv', text)).toThrow(new KeyFileError(['keys.csv: there is no key in it']));
  });
});
