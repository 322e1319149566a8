import { AlertList } from '~/features/alerts/alert-list.tsx';
import styles from '~/features/alerts/alerts.module.css';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useMembersPage } from '~/lib/session/use-members-page.ts';
import type { Route } from './+types/alerts';

export const handle = { texts: preloadTexts('alerts') } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => membersPage(args, '/alerts', 'alerts-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function Alerts() {
  const { t } = useTranslation('alerts');
  useMembersPage();
  return (
    <div className={styles.page}>
      <h1>{t('alerts')}</h1>
      <AlertList />
    </div>
  );
}
