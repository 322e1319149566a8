import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { savePendingAction } from '~/lib/session/pending-action.ts';
import { AccountForms } from './account-forms.tsx';
import styles from './sign-in.module.css';
import { useAccountView, VIEW_TITLES } from './use-account-view.ts';

/** The sign-in forms as a part of the menu page, for visitors (spec §2). */
export function SignInCard() {
  const { t } = useTranslation('sign-in');
  const { reset: _unused, ...forms } = useAccountView();
  const onLeave = () => {
    savePendingAction(undefined);
    return location.pathname + location.search;
  };
  return (
    <section className={styles.card}>
      <h2 className={styles.cardTitle}>{t(VIEW_TITLES[forms.view])}</h2>
      <AccountForms {...forms} onLeave={onLeave} />
    </section>
  );
}
