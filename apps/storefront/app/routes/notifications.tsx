import { NotificationList } from '~/features/notifications/notification-list.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useMembersPage } from '~/lib/session/use-members-page.ts';
import type { Route } from './+types/notifications';
import styles from './notifications.module.css';

export const handle = { texts: preloadTexts('notifications') } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => membersPage(args, '/notifications', 'notifications-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function Notifications() {
  const { t } = useTranslation('notifications');
  useMembersPage();
  return (
    <div className={styles.page}>
      <h1>{t('title')}</h1>
      <div className={styles.panel}>
        <NotificationList />
      </div>
    </div>
  );
}
