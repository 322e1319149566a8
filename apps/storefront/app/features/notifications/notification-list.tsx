import type { Notification } from '@oyna/api-client/models';
import { dateText } from '@oyna/domain/date-text';
import { ButtonLink } from '@oyna/ui/button';
import { cx } from '@oyna/ui/class-names';
import { EmptyState } from '@oyna/ui/empty-state';
import { ErrorState } from '@oyna/ui/error-state';
import { Link } from '@oyna/ui/link';
import { Skeleton } from '@oyna/ui/skeleton';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { Bell, BellRing, Gift, KeyRound, PackageCheck, Receipt, ShieldCheck, TrendingDown, Undo2 } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { usePrice } from '~/lib/currency/use-price.ts';
import { failedCall } from '~/lib/failed-call.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { notificationContent } from './notification-content.ts';
import styles from './notifications.module.css';
import { useNotifications } from './use-notifications.ts';

const ICONS: Readonly<Record<string, ComponentType<{ size: number }>>> = {
  security: ShieldCheck,
  'price-drop': TrendingDown,
  paid: Receipt,
  delivered: PackageCheck,
  refunded: Undo2,
  claim: KeyRound,
  gift: Gift,
};

/** Shown notifications count as read. New ones stay marked until the list is closed. */
export function NotificationList({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation('notifications');
  const { t: common } = useTranslation();
  const { list, failure, reload, markRead } = useNotifications();
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const unread = list?.filter(({ readAt }) => readAt === null).map(({ id }) => id) ?? [];
    if (unread.length === 0) return;
    setFresh((known) => new Set([...known, ...unread]));
    markRead();
  }, [list, markRead]);

  if (!list && failure) {
    return <ErrorState title={t('failed')} text={t('failed-text')} onRetry={reload} {...failedCall(failure)} />;
  }
  if (!list) return <ListSkeleton />;
  if (list.length === 0) {
    const action = (
      <ButtonLink to="/catalog" variant="primary">
        {common('go-to-catalog')}
      </ButtonLink>
    );
    return <EmptyState icon={<Bell size={32} />} text={t('empty')} action={onFollow ? undefined : action} />;
  }
  return (
    <ul className={styles.list}>
      {list.map((item) => (
        <li key={item.id}>
          <Item item={item} isFresh={fresh.has(item.id)} onFollow={onFollow} />
        </li>
      ))}
    </ul>
  );
}

interface ItemProps {
  item: Notification;
  isFresh: boolean;
  onFollow: (() => void) | undefined;
}

function Item({ item, isFresh, onFollow }: ItemProps) {
  const { t, language } = useTranslation('notifications');
  const { title, text, to } = notificationContent(item, t, language, usePrice());
  const Icon = ICONS[item.kind] ?? BellRing;
  const content = (
    <>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={20} />
      </span>
      <span className={styles.content}>
        <span className={styles.title}>
          {title}
          {isFresh && <VisuallyHidden> ({t('new')})</VisuallyHidden>}
        </span>
        <span className={styles.text}>{text}</span>
        <time className={styles.time} dateTime={item.createdAt}>
          {dateText(item.createdAt, language, true)}
        </time>
      </span>
    </>
  );
  const className = cx(styles.item, isFresh && styles.fresh);
  return to ? (
    <Link to={to} className={className} onClick={onFollow}>
      {content}
    </Link>
  ) : (
    <div className={className}>{content}</div>
  );
}

function ListSkeleton() {
  return (
    <ul className={styles.list} aria-busy="true">
      {['a', 'b', 'c'].map((row) => (
        <li key={row} className={styles.item}>
          <span className={styles.icon} />
          <span className={styles.content}>
            <Skeleton shape="title" />
            <Skeleton shape="line" />
          </span>
        </li>
      ))}
    </ul>
  );
}
