import { TopUpStatus } from '~/features/top-up/top-up-status.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import type { Route } from './+types/top-up';
import styles from './payment.module.css';

export const handle = { texts: preloadTexts('top-up') } satisfies RouteTexts;

/** The same shell whatever the order is: only the browser, which has the link, asks about it. */
export const loader = (args: Route.LoaderArgs) => membersPage(args, `/top-up/${args.params.orderId}`, 'top-up-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

/** Where a provider sends the buyer back to, and where mails, notifications and the history lead. No account is needed. */
export default function TopUp({ params: { orderId } }: Route.ComponentProps) {
  const { t } = useTranslation('top-up');
  return (
    <div className={styles.page}>
      <h1>{t('top-up-title')}</h1>
      <TopUpStatus key={orderId} orderId={orderId} />
    </div>
  );
}
