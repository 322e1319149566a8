import { GiftPage } from '~/features/orders/gift-page.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import type { Route } from './+types/gift';
import styles from './payment.module.css';

export const handle = { texts: preloadTexts('gifts', 'orders') } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => membersPage(args, '/gift', 'gift-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

/** Links and mails to the recipients of gifts lead here. */
export default function GiftRoute() {
  return (
    <div className={styles.page}>
      <GiftPage />
    </div>
  );
}
