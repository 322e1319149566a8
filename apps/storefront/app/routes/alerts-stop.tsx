import { StopAlert } from '~/features/alerts/stop-alert.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useAddressToken } from '~/lib/use-address-token.ts';
import type { Route } from './+types/alerts-stop';
import styles from './reset-password.module.css';

export const handle = { texts: preloadTexts('alerts'), parameters: ['token'] } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => membersPage(args, '/alerts/stop', 'alert-stop-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function AlertsStop() {
  const { t } = useTranslation('alerts');
  const token = useAddressToken();
  return (
    <div className={styles.page}>
      <h1>{t('stop-title')}</h1>
      <StopAlert token={token} />
    </div>
  );
}
