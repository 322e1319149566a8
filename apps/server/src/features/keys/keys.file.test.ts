import { describe, expect, it } from 'vitest';
import { KeyFileError, parseKeyFile } from './keys.file.ts';

const valuesOf = (text: string) => parseKeyFile('keys.csv', text).map(({ value }) => value);

function faultsOf(text: string): string[] {
  try {
    parseKeyFile('keys.csv', text);
  } catch (error) {
    if (error instanceof KeyFileError) return error.message.split('\n');
    throw error;
  }
  return [];
}

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

  it('tells every bad line at once, and none of the keys', () => {
    const long = 'x'.repeat(513);
    const faults = faultsOf(`key,cost\nAAA-1,5\n,5\nA\u0000B,5\n${long},5\nBBB-2,5\nAAA-1,5`);
    expect(faults).toEqual([
      'keys.csv:3: there is no key in it',
      'keys.csv:4: the key holds a character that cannot be seen',
      'keys.csv:5: the key is longer than 512 characters',
      'keys.csv:7: the same key as in line 2',
    ]);
  });

  it.each(['', '\n\n', 'key\n'])('without a key is a fault: %j', (text) => {
    expect(faultsOf(text)).toEqual(['keys.csv: there is no key in it']);
  });
});
