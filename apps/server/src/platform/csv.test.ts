import { expect, it } from 'vitest';
import { csvStyleOf, writeCsv } from './csv.ts';

it('begins with the mark of UTF-8 and separates as the spreadsheet of the language does', () => {
  const rows = [['Игра', { number: '-12.99' }]];
  expect(writeCsv(rows, csvStyleOf('ru'))).toBe('\u{feff}Игра;"-12,99"\r\n');
  expect(writeCsv(rows, csvStyleOf('en'))).toBe('\u{feff}Игра,-12.99\r\n');
});

it('quotes separators, quotes and line ends', () => {
  expect(writeCsv([['a"b', 'c,d', 'e;f', 'g\nh']], csvStyleOf('en'))).toBe('\u{feff}"a""b","c,d","e;f","g\nh"\r\n');
});

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  [' =1', "' =1"],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['\n=1', `"'\n'=1"`],
  // A spreadsheet of another language separates cells by another sign.
  ['x;=1', `"x;'=1"`],
  ['x",=1', `"x"",'=1"`],
])('makes the formula in %j a text', (text, cell) => {
  expect(writeCsv([[text]], csvStyleOf('en'))).toBe(`\u{feff}${cell}\r\n`);
});

it('leaves signs in the middle of a name as they are', () => {
  expect(writeCsv([['Half-Life 2 + DLC = @home']], csvStyleOf('en'))).toBe('\u{feff}Half-Life 2 + DLC = @home\r\n');
});
