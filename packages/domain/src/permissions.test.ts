import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_ROLES, includesAll, OWNER_ROLE, PERMISSIONS, type Permission } from './permissions.ts';

const roles = Object.entries(BUILT_IN_ROLES);
const rightsOf = (role: string) => BUILT_IN_ROLES[role]?.permissions ?? [];

describe('a built-in role', () => {
  it('of the owner has everything, without a limit', () => {
    expect(rightsOf(OWNER_ROLE)).toEqual(PERMISSIONS);
    expect(BUILT_IN_ROLES[OWNER_ROLE]?.limits).toEqual({});
  });

  it('of an auditor reads everything and changes nothing', () => {
    expect(rightsOf('auditor')).toEqual(PERMISSIONS.filter((name) => /:read$/.test(name)));
  });

  it.each(roles)('reads what it changes: %s', (_name, { permissions }) => {
    const read = permissions.map((name) => name.replace(/:.*/, ':read')).filter((name) => isPermission(name));
    expect(includesAll(permissions, read)).toBe(true);
  });

  it.each(['keys:reveal', 'team:write'] as const)('has %s only as the owner', (permission) => {
    expect(roles.filter(([, role]) => role.permissions.includes(permission)).map(([name]) => name)).toEqual(['owner']);
  });

  it('that refunds has a limit, unless it is the owner', () => {
    const unlimited = roles.filter(
      ([, { permissions, limits }]) => permissions.includes('orders:refund') && limits.refundPerDay === undefined,
    );
    expect(unlimited.map(([name]) => name)).toEqual([OWNER_ROLE]);
  });
});

describe('a list of permissions', () => {
  it('includes another if it has each of them', () => {
    expect(includesAll(['orders:read', 'claims:read'], ['claims:read', 'orders:read'])).toBe(true);
    expect(includesAll(['orders:read'], ['orders:read', 'claims:read'])).toBe(false);
    expect(includesAll([], ['orders:read'])).toBe(false);
    expect(includesAll(['orders:read'], ['orders'])).toBe(false);
  });

  it('includes itself, its parts and nothing, and its union with others includes both', () => {
    const some = fc.subarray([...PERMISSIONS]);
    fc.assert(
      fc.property(some, some, (one, two) => {
        expect(includesAll(one, one) && includesAll(one, [])).toBe(true);
        expect(includesAll([...one, ...two], one) && includesAll([...one, ...two], two)).toBe(true);
        expect(includesAll(one, two)).toBe(new Set([...one, ...two]).size === one.length);
      }),
    );
  });
});

const isPermission = (name: string): name is Permission => PERMISSIONS.some((known) => known === name);
