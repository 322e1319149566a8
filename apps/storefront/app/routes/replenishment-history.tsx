import { HistoryTabs } from '~/components/history-tabs.tsx';
import { TopUpHistory } from '~/features/top-up/top-up-history.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useMembersPage } from '~/lib/session/use-members-page.ts';
import type { Route } from './+types/replenishment-history';
import styles from './payment.module.css';

export const handle = { texts: preloadTexts('top-up', 'menu') } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) =>
  membersPage(args, '/replenishment-history', 'replenishment-history-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function ReplenishmentHistory() {
  const { t } = useTranslation('top-up');
  useMembersPage();
  return (
    <div className={styles.page}>
      <h1>{t('topup-history')}</h1>
      <HistoryTabs />
      <TopUpHistory />
    </div>
  );
}
