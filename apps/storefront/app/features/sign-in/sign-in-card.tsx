import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { AccountForms } from './account-forms.tsx';
import styles from './sign-in.module.css';
import { useAccountView } from './use-account-view.ts';

/** The same forms as a part of a page: the menu shows them to whoever has not signed in (spec §2). */
export function SignInCard() {
  const { t } = useTranslation('sign-in');
  const { reset: _unused, ...forms } = useAccountView();
  return (
    <section className={styles.card}>
      <h2 className={styles.cardTitle}>{forms.view === 'sign-in' ? t('sign-in-title') : t('register-title')}</h2>
      <AccountForms {...forms} />
    </section>
  );
}
