import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeliveredKey, planKeyWithdrawal } from './key-withdrawal.ts';

const key = (id: number, part: Partial<DeliveredKey> = {}): DeliveredKey => ({
  id,
  isOpened: false,
  isClaimed: false,
  replacesKeyId: null,
  ...part,
});

/** Keys 1 to n; some replace the key before them, which then has a claim. */
const keyLists = fc
  .array(fc.record({ isOpened: fc.boolean(), isClaimed: fc.boolean(), isReplacement: fc.boolean() }), { maxLength: 8 })
  .map((parts) =>
    parts.map(({ isOpened, isClaimed, isReplacement }, index) =>
      key(index + 1, {
        isOpened,
        isClaimed: isClaimed || parts[index + 1]?.isReplacement === true,
        replacesKeyId: isReplacement && index > 0 ? index : null,
      }),
    ),
  );

describe('planKeyWithdrawal', () => {
  it('returns unopened keys to stock and revokes opened and claimed ones', () => {
    const keys = [key(1, { isOpened: true }), key(2), key(3, { isClaimed: true })];
    expect(planKeyWithdrawal(keys, 3)).toEqual({ returned: [2], revoked: [1, 3] });
  });

  it('takes unopened keys first when only some are refunded', () => {
    const keys = [key(1, { isOpened: true }), key(2), key(3)];
    expect(planKeyWithdrawal(keys, 2)).toEqual({ returned: [2, 3], revoked: [] });
    expect(planKeyWithdrawal(keys.toReversed(), 1)).toEqual({ returned: [2], revoked: [] });
  });

  it('takes a named key before all others', () => {
    const keys = [key(1), key(2, { isOpened: true, isClaimed: true })];
    expect(planKeyWithdrawal(keys, 1, [2])).toEqual({ returned: [], revoked: [2] });
  });

  it('revokes the keys that a returned key replaced', () => {
    const keys = [key(1, { isOpened: true, isClaimed: true }), key(2, { replacesKeyId: 1 })];
    expect(planKeyWithdrawal(keys, 1)).toEqual({ returned: [2], revoked: [1] });
  });

  it('never returns a key that was opened or claimed, takes each key once, and takes as many as are wanted', () => {
    fc.assert(
      fc.property(keyLists, fc.integer({ min: -1, max: 10 }), fc.array(fc.nat(9)), (keys, count, named) => {
        const { returned, revoked } = planKeyWithdrawal(keys, count, named);
        const byId = new Map(keys.map((one) => [one.id, one]));
        for (const id of returned) expect(byId.get(id)).toMatchObject({ isOpened: false, isClaimed: false });
        const taken = [...returned, ...revoked];
        expect(new Set(taken).size).toBe(taken.length);
        const replaced = new Set(keys.map(({ replacesKeyId }) => replacesKeyId));
        const current = keys.filter(({ id }) => !replaced.has(id));
        expect(taken.filter((id) => !replaced.has(id)).length).toBe(Math.min(Math.max(0, count), current.length));
        if (count >= current.length) expect(taken.toSorted()).toEqual(keys.map(({ id }) => id).toSorted());
      }),
    );
  });
});
