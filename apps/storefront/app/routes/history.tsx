import { HistoryTabs } from '~/components/history-tabs.tsx';
import { HistoryList } from '~/features/orders/history-list.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useBuyersPage } from '~/lib/session/use-members-page.ts';
import type { Route } from './+types/history';
import styles from './payment.module.css';

export const handle = { texts: preloadTexts('orders', 'menu') } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => membersPage(args, '/history', 'history-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function History() {
  const { t } = useTranslation('orders');
  useBuyersPage();
  return (
    <div className={styles.page}>
      <h1>{t('history')}</h1>
      <HistoryTabs />
      <HistoryList />
    </div>
  );
}
