import type { Permission } from '@oyna/domain/permissions';

/** The subjects of the permissions, in the order of the menu. */
const GROUPS = {
  orders: ['orders:read', 'orders:refund', 'claims:read', 'claims:decide'],
  stock: ['stock:read', 'stock:write', 'keys:import', 'keys:reveal'],
  prices: ['prices:read', 'prices:write', 'promo:read', 'promo:write'],
  catalogue: ['content:read', 'content:write'],
  customers: ['customers:read', 'customers:write', 'messages:read', 'messages:write', 'reviews:read', 'reviews:write'],
  finance: ['finance:read', 'finance:reconcile'],
  system: ['health:read', 'health:act', 'settings:read', 'settings:write'],
  team: ['team:read', 'team:write', 'audit:read'],
} as const satisfies Record<string, readonly Permission[]>;

type PermissionGroup = keyof typeof GROUPS;
const NAMES = Object.keys(GROUPS) as PermissionGroup[];

/** These permissions by subject. A subject without one of them is left out. */
export function groupPermissions(permissions: readonly string[]) {
  return NAMES.map((group) => ({
    group,
    permissions: GROUPS[group].filter((permission) => permissions.includes(permission)),
  })).filter((one) => one.permissions.length > 0);
}
