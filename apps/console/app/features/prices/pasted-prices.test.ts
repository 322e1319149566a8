import { expect, it } from 'vitest';
import { parsePastedPrices } from './pasted-prices.ts';

it('reads two or three columns as spreadsheets copy them', () => {
  const text = 'ID\tЦена\n101\t12,99\n102; 5.00 ;4.5\r\n\n103 $7\n101\t13';
  expect(parsePastedPrices(text)).toEqual({
    edits: [
      { productId: 101, priceCents: 1300, discountPriceCents: 1300 },
      { productId: 102, priceCents: 500, discountPriceCents: 450 },
      { productId: 103, priceCents: 700, discountPriceCents: 700 },
    ],
    wrongLines: [],
  });
});

it.each([
  '101',
  '101\tfree',
  '101\t0',
  '101\t1.234',
  '101\t1,000',
  '101\t-5',
  'x\t5',
  '101\t5\t6',
  '101\t5\t4\t3',
  '101\t1e9',
])('names a line that cannot be read: %j', (line) => {
  expect(parsePastedPrices(`1\t1\n${line}`).wrongLines).toEqual([2]);
});
