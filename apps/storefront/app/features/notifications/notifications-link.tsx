import { Bell } from 'lucide-react';
import { HeaderIcon } from '~/components/header-icon.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { useNotifications } from './use-notifications.ts';

export function NotificationsLink() {
  const { t } = useTranslation();
  const { unreadCount } = useNotifications();
  return <HeaderIcon to="/notifications" label={t('notifications')} icon={<Bell size={22} />} count={unreadCount} />;
}
