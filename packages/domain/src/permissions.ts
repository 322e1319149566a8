/** What an operator may do. Routes of the console name these words, and its menu hides what the operator may not open. */
export const PERMISSIONS = [
  'orders:read',
  'orders:refund',
  'claims:read',
  'claims:decide',
  'stock:read',
  'stock:write',
  'keys:import',
  'keys:reveal',
  'prices:read',
  'prices:write',
  'promo:read',
  'promo:write',
  'content:read',
  'content:write',
  'customers:read',
  'customers:write',
  'messages:read',
  'messages:write',
  'reviews:read',
  'reviews:write',
  'finance:read',
  'finance:reconcile',
  'health:read',
  'health:act',
  'settings:read',
  'settings:write',
  'team:read',
  'team:write',
  'audit:read',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** A limit that is missing does not apply. */
export interface OperatorLimits {
  /** How much one operator may refund within 24 hours, in hundredths of a tenge. */
  refundPerDay?: number;
}

interface Role {
  permissions: readonly Permission[];
  limits: OperatorLimits;
}

/** The role that cannot be edited, so that the store always has an operator who can do everything. */
export const OWNER_ROLE = 'owner';

/** The roles that a new store has. An owner edits all but the first and adds others. */
export const BUILT_IN_ROLES: Readonly<Record<string, Role>> = {
  [OWNER_ROLE]: { permissions: PERMISSIONS, limits: {} },
  manager: {
    permissions: PERMISSIONS.filter((name) => !['keys:reveal', 'finance:reconcile', 'team:write'].includes(name)),
    limits: { refundPerDay: 50_000_000 },
  },
  support: {
    permissions: [
      'orders:read',
      'orders:refund',
      'claims:read',
      'claims:decide',
      'customers:read',
      'customers:write',
      'messages:read',
      'messages:write',
      'reviews:read',
      'reviews:write',
    ],
    limits: { refundPerDay: 10_000_000 },
  },
  stock: { permissions: ['stock:read', 'stock:write', 'keys:import'], limits: {} },
  finance: {
    permissions: ['orders:read', 'prices:read', 'promo:read', 'finance:read', 'finance:reconcile', 'settings:read'],
    limits: {},
  },
  auditor: { permissions: PERMISSIONS.filter((name) => name.endsWith(':read')), limits: {} },
};

/** Whether everything that the second list allows is in the first. */
export const includesAll = (own: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((permission) => own.includes(permission));
