import { amountToText } from '@oyna/domain/money';
import { useTexts } from '../lib/texts.tsx';
import { useMoneyText } from './money.tsx';
import { Facts } from './page.tsx';
import { PermissionList } from './permission-list.tsx';

interface RoleTerms {
  permissions: readonly string[];
  limits: { refundPerDay?: number | undefined };
}

/** What operators get and lose with another role, or when their role changes. */
export function RoleChanges({ before, after }: { before: RoleTerms; after: RoleTerms }) {
  const t = useTexts('common');
  const moneyText = useMoneyText();
  const listOnlyIn = (role: RoleTerms, other: RoleTerms) => {
    const permissions = role.permissions.filter((permission) => !other.permissions.includes(permission));
    return permissions.length > 0 && <PermissionList permissions={permissions} />;
  };
  const limit = after.limits.refundPerDay;
  const limitText = limit === undefined ? t('refunds-unlimited') : moneyText(amountToText(limit), 'KZT');
  return (
    <Facts
      facts={[
        { name: t('permissions-given'), value: listOnlyIn(after, before) },
        { name: t('permissions-taken'), value: listOnlyIn(before, after) },
        { name: t('refunds-per-day'), value: limit !== before.limits.refundPerDay && limitText },
      ]}
    />
  );
}
