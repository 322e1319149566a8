import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeyCipher } from './keys.cipher.ts';

const master = randomBytes(32);
const cipher = createKeyCipher(master);

it('opens what it sealed, and seals the same key differently each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, row) => {
      const sealed = cipher.seal(plain, row);
      expect(cipher.open(sealed, row).toString()).toBe(Buffer.from(plain).toString());
      expect(cipher.seal(plain, row).bytes.equals(sealed.bytes)).toBe(false);
      if (plain.length > 3) expect(sealed.bytes.includes(plain)).toBe(false);
    }),
  );
});

it('does not open in another row', () => {
  const sealed = cipher.seal('KEY', '1/2');
  expect(() => cipher.open(sealed, '1/3')).toThrow();
  expect(() => cipher.open(sealed, '2/2')).toThrow();
});

it('does not open when one bit was changed', () => {
  const { masterId, bytes } = cipher.seal('A key of some length', 'row');
  fc.assert(
    fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => cipher.open({ masterId, bytes: changed }, 'row')).toThrow();
    }),
  );
});

it('opens with the master key before, and seals with the new one', () => {
  const changed = createKeyCipher(randomBytes(32), master);
  const old = cipher.seal('KEY', 'row');
  expect(changed.open(old, 'row').toString()).toBe('KEY');
  const sealed = changed.seal('KEY', 'row');
  expect(sealed.masterId).toBe(changed.currentId);
  expect(() => cipher.open(sealed, 'row')).toThrow(`KEY_ENCRYPTION_KEY is not the one that sealed this`);
});
