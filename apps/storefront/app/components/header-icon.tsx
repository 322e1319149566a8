import { Link } from '@oyna/ui/link';
import type { ReactNode } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useMembersOnly } from '~/lib/session/use-members-only.ts';
import { CountBadge } from './count-badge.tsx';
import styles from './header-icon.module.css';

interface HeaderIconProps {
  to: string;
  label: string;
  icon: ReactNode;
  count?: number;
}

/** A link in the header to a page for members only. */
export function HeaderIcon({ to, label, icon, count = 0 }: HeaderIconProps) {
  const { t } = useTranslation();
  const onMembersOnly = useMembersOnly();
  const name = count > 0 ? t('with-count', { label, count }) : label;
  return (
    <Link to={to} className={styles.icon} aria-label={name} title={label} onClick={onMembersOnly}>
      {icon}
      <CountBadge count={count} />
    </Link>
  );
}
