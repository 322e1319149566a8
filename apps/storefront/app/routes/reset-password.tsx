import { ResetPasswordForm } from '~/features/sign-in/reset-password-form.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import { useAddressToken } from '~/lib/use-address-token.ts';
import type { Route } from './+types/reset-password';
import styles from './reset-password.module.css';

export const handle = { texts: preloadTexts('sign-in'), parameters: ['token'] } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => membersPage(args, '/reset-password', 'reset-password-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function ResetPassword() {
  const { t } = useTranslation('sign-in');
  const token = useAddressToken();
  return (
    <div className={styles.page}>
      <h1>{t('reset-title')}</h1>
      <ResetPasswordForm token={token} />
    </div>
  );
}
