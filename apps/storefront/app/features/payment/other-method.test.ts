import { expect, it } from 'vitest';
import { otherMethodPath } from './other-method.ts';
import { readWantedPurchase } from './wanted-purchase.ts';

const wantedAt = (path: string) => readWantedPurchase(new URL(path, 'http://store.test').searchParams);

it('leads from the card form to the basket that is being paid', () => {
  expect(wantedAt(otherMethodPath({ basketId: 'b-1', isDirect: true }))).toEqual({ kind: 'basket', id: 'b-1' });
  expect(wantedAt(otherMethodPath({ basketId: 'b-1', isDirect: false }))).toEqual({ kind: 'cart' });
  expect(wantedAt(otherMethodPath(undefined))).toEqual({ kind: 'cart' });
});
