import { describe, expect, it } from 'vitest';
import { guessColumns, readLines } from './key-file-reader.ts';

const STEAM = { type: 'Key', platform: 'Steam' };
const BY_PLATFORM = { kind: 'platform' } as const;
const [A, B] = ['AAAAA-BBBBB-CCCC1', 'AAAAA-BBBBB-CCCC2'];
const valuesOf = (text: string) =>
  readLines(text, guessColumns(text, STEAM, BY_PLATFORM).layout).map(({ value }) => value);

describe('the keys of a file', () => {
  it.each([
    ['one in a line', `${A}\n${B}\n`],
    ['lines of Windows, empty lines, spaces', `\r\n  ${A}  \r\n\r\n${B}\r\n`],
    ['quoted', `"${A}"\n"${B}"`],
    ['a header with commas', `id,key,cost\n1,${A},5\n2,"${B}",6`],
    ['a header with semicolons, in Russian', `Цена;Ключ\n5;${A}\n6;${B}`],
    ['a header with tabs', `cost\tCode\n5\t${A}\n5\t${B}`],
    ['columns without a header', `1;${A};5,00\n2;${B};6,00`],
    ['a quote that is never closed', `id,key\n1,"${A}\n2,${B}`],
    ['a cell with a line break', `note,key\n"two\nlines",${A}\nx,${B}`],
  ])('are found: %s', (_what, text) => expect(valuesOf(text)).toEqual([A, B]));

  it('keep the numbers of their lines', () => {
    expect(readLines(`key\n\n${A}\n${B}`, { delimiter: ',', column: 0, hasHeader: true })).toEqual([
      { line: 3, value: A },
      { line: 4, value: B },
    ]);
  });

  it('are empty where a row has too few columns', () => {
    expect(valuesOf(`id,key\n1\n2,${A}`)).toEqual(['', A]);
  });
});
