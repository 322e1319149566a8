import { Bell } from 'lucide-react';
import { useNotifications } from '~/features/notifications/use-notifications.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { HeaderIcon } from './header-icon.tsx';

export function NotificationsLink() {
  const { t } = useTranslation();
  const { unreadCount } = useNotifications();
  return <HeaderIcon to="/notifications" label={t('notifications')} icon={<Bell size={22} />} count={unreadCount} />;
}
