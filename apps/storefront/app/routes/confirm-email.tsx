import { ConfirmEmail } from '~/features/sign-in/confirm-email.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useAddressToken } from '~/lib/use-address-token.ts';
import type { Route } from './+types/confirm-email';
import styles from './reset-password.module.css';

export const handle = { texts: preloadTexts('sign-in'), parameters: ['token'] } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => membersPage(args, '/confirm-email', 'confirm-email-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function ConfirmEmailPage() {
  const { t } = useTranslation('sign-in');
  const token = useAddressToken();
  return (
    <div className={styles.page}>
      <h1>{t('confirm-email-title')}</h1>
      <ConfirmEmail token={token} />
    </div>
  );
}
