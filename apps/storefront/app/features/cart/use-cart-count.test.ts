import { expect, it } from 'vitest';
import { sumCounts } from './use-cart-count.ts';

it('adds up the counts of the cart', () => {
  expect(sumCounts('[{"productId":1,"count":2,"price":5},{"productId":2,"count":3,"price":5}]')).toBe(5);
});

it.each([undefined, '', 'null', '{}', '[1,null,"x"]', '[{"count":-4},{"count":"many"},{"count":1.5}]', 'not json'])(
  'is zero for %j',
  (stored) => expect(sumCounts(stored)).toBe(0),
);
