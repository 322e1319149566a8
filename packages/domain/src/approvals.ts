import type { Permission } from './permissions.ts';

/** What can wait for a second operator, and the permission that both need. */
export const APPROVAL_KINDS = {
  refund: 'orders:refund',
  'refund-close': 'orders:refund',
  'payment-review': 'orders:refund',
  'claim-refund': 'claims:decide',
  'claim-replace': 'claims:decide',
  'operator-role': 'team:write',
  'operator-enable': 'team:write',
  'operator-invite': 'team:write',
  'role-create': 'team:write',
  'role-change': 'team:write',
  'role-delete': 'team:write',
  policy: 'team:write',
  'key-export': 'keys:reveal',
} as const satisfies Record<string, Permission>;

export type ApprovalKind = keyof typeof APPROVAL_KINDS;

/** A request that no operator has decided by then is over. */
export const APPROVAL_HOURS = 24;

/** The kinds that an operator with these permissions may decide. */
export const listDecidableKinds = (permissions: readonly Permission[]): ApprovalKind[] =>
  (Object.keys(APPROVAL_KINDS) as ApprovalKind[]).filter((kind) => permissions.includes(APPROVAL_KINDS[kind]));
