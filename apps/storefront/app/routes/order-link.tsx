import { OrderLink } from '~/features/orders/order-link.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import type { Route } from './+types/order-link';
import styles from './payment.module.css';

export const handle = { texts: preloadTexts('orders') } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => membersPage(args, '/order-link', 'payment-result-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

/** Mails to customers without an account link to it. */
export default function OrderLinkPage() {
  const { t } = useTranslation('orders');
  return (
    <div className={styles.page}>
      <h1>{t('order')}</h1>
      <OrderLink />
    </div>
  );
}
