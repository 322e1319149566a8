import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { amountToText } from '@oyna/domain/money';
import type { Permission } from '@oyna/domain/permissions';
import { TextLink } from '@oyna/ui/text-link';
import { useMoneyText } from '../../components/money.tsx';
import { RoleChanges } from '../../components/role-changes.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useRoleName } from '../../lib/use-role-name.ts';

export type Approval = ConsoleSchemas['Approval'];

interface RoleState {
  roleId?: string;
  email?: string;
  name?: string;
  permissions?: Permission[];
  limits?: { refundPerDay?: number };
  refundAbove?: number | null;
  isForRoles?: boolean;
  isForKeyExports?: boolean;
}

/** What services put into the request: an amount, or the state before and after. */
interface ApprovalFacts {
  orderId?: string;
  amount?: number;
  currency?: string;
  product?: string;
  /** Keys that go back to stock, and keys that a customer has seen. */
  returned?: number;
  revoked?: number;
  name?: string;
  before?: RoleState;
  after?: RoleState;
}

/** What happens when the request is approved: one line, and for a role what it gets and loses. */
export function WhatHappens({ approval: { kind, subject, facts } }: { approval: Approval }) {
  const t = useTexts('approvals');
  const moneyText = useMoneyText();
  const roleName = useRoleName(undefined);
  const {
    orderId,
    amount,
    currency,
    product,
    returned = 0,
    revoked = 0,
    name,
    before,
    after,
  } = (facts ?? {}) as ApprovalFacts;
  if (amount !== undefined && currency) {
    const sum = moneyText(amountToText(amount), currency);
    return (
      <>
        {[
          product,
          sum,
          returned > 0 && t('keys-returned', { count: returned }),
          revoked > 0 && t('keys-revoked', { count: revoked }),
        ]
          .filter(Boolean)
          .join(', ')}
        {orderId && (
          <>
            {' · '}
            <TextLink to={`/orders/${encodeURIComponent(orderId)}`}>{t('order')}</TextLink>
          </>
        )}
      </>
    );
  }
  if (kind === 'operator-role')
    return [name, `${roleName(before?.roleId ?? '')} → ${roleName(after?.roleId ?? '')}`].join(': ');
  if (kind === 'operator-enable' || kind === 'operator-invite')
    return [name ?? after?.email, roleName(after?.roleId ?? '')].join(': ');
  if (kind === 'policy') {
    const text = ({ refundAbove, isForRoles, isForKeyExports }: RoleState = {}) =>
      [
        typeof refundAbove === 'number' && t('policy-refunds', { sum: moneyText(amountToText(refundAbove), 'KZT') }),
        isForRoles && t('policy-roles'),
        isForKeyExports && t('policy-key-exports'),
      ]
        .filter(Boolean)
        .join(', ') || t('policy-off');
    return `${text(before)} → ${text(after)}`;
  }
  if (!before && !after) return subject;
  return (
    <>
      {after?.name || before?.name || roleName(subject.replace('role ', ''))}
      <RoleChanges before={termsOf(before)} after={termsOf(after)} />
    </>
  );
}

/** A role that is new had no permissions, and one that is deleted will have none. */
const termsOf = ({ permissions = [], limits = {} }: RoleState = {}) => ({ permissions, limits });
