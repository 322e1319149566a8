import { expect, it } from 'vitest';
import { pack, unpack } from './packed.ts';

it('gives back what was packed, and the same object for the same text', () => {
  const text = pack({ rails: [{ name: '"quoted"', price: undefined as number | undefined }] });
  expect(unpack(text)).toEqual({ rails: [{ name: '"quoted"' }] });
  expect(unpack(text)).toBe(unpack(text));
});
