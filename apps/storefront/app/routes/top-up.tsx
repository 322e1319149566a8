import { TopUpStatus } from '~/features/top-up/top-up-status.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import type { Route } from './+types/top-up';
import styles from './payment.module.css';

export const handle = { texts: preloadTexts('top-up') } satisfies RouteTexts;

/** The same shell for every order: only the browser loads the order. */
export const loader = (args: Route.LoaderArgs) => membersPage(args, `/top-up/${args.params.orderId}`, 'top-up-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

/** Providers redirect here; mails, notifications and the history link to it. No account is needed. */
export default function TopUp({ params: { orderId } }: Route.ComponentProps) {
  const { t } = useTranslation('top-up');
  return (
    <div className={styles.page}>
      <h1>{t('top-up-title')}</h1>
      <TopUpStatus key={orderId} orderId={orderId} />
    </div>
  );
}
