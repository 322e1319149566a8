import { BUILT_IN_ROLES, PERMISSIONS } from '@oyna/domain/permissions';
import { expect, it } from 'vitest';
import { groupPermissions } from './permission-groups.ts';

it('has each permission in one group', () => {
  const grouped = groupPermissions(PERMISSIONS).flatMap(({ permissions }) => permissions);
  expect(grouped.toSorted()).toEqual(PERMISSIONS.toSorted());
});

it('shows the groups of a role only', () => {
  expect(groupPermissions(BUILT_IN_ROLES['stock']?.permissions ?? [])).toEqual([
    { group: 'stock', permissions: ['stock:read', 'stock:write', 'keys:import'] },
  ]);
  expect(groupPermissions([])).toEqual([]);
});
