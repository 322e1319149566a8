import { expect, it } from 'vitest';
import { APPROVAL_KINDS, listDecidableKinds } from './approvals.ts';
import { BUILT_IN_ROLES, PERMISSIONS } from './permissions.ts';

it('lets an operator decide what the operator may do', () => {
  expect(listDecidableKinds([])).toEqual([]);
  expect(listDecidableKinds(PERMISSIONS)).toEqual(Object.keys(APPROVAL_KINDS));
  expect(listDecidableKinds(['orders:refund'])).toEqual(['refund', 'refund-close', 'payment-review']);
  expect(listDecidableKinds(['keys:reveal', 'claims:decide'])).toEqual(['claim-refund', 'claim-replace', 'key-export']);
  expect(listDecidableKinds(['orders:read', 'team:read'])).toEqual([]);
});

it('leaves changes of the team and copies of keys to owners', () => {
  const kinds = listDecidableKinds(BUILT_IN_ROLES['manager']?.permissions ?? []);
  expect(kinds.toSorted()).toEqual(['claim-refund', 'claim-replace', 'payment-review', 'refund', 'refund-close']);
});
