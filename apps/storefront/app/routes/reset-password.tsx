import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ResetPasswordForm } from '~/features/sign-in/reset-password-form.tsx';
import type { RouteTexts } from '~/lib/i18n/namespaces.ts';
import { preloadTexts } from '~/lib/i18n/preload-texts.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { membersPage } from '~/lib/members-page.server.ts';
import { seoMeta } from '~/lib/seo.ts';
import type { Route } from './+types/reset-password';
import styles from './reset-password.module.css';

export const handle = { texts: preloadTexts('sign-in'), parameters: ['token'] } satisfies RouteTexts;

export const loader = (args: Route.LoaderArgs) => membersPage(args, '/reset-password', 'reset-password-page');

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? seoMeta(loaderData.seo) : []);

export default function ResetPassword() {
  const { t } = useTranslation('sign-in');
  const [parameters] = useSearchParams();
  const [token] = useState(() => parameters.get('token') ?? '');
  // Removes the secret from the address and the history.
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  return (
    <div className={styles.page}>
      <h1>{t('reset-title')}</h1>
      <ResetPasswordForm token={token} />
    </div>
  );
}
