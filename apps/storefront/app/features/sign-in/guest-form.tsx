import { cleanText, validateEmail } from '@oyna/domain/validation';
import { LinkedText } from '@oyna/ui/linked-text';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { accountErrorText } from './account-texts.ts';
import styles from './sign-in.module.css';
import { SubmitArea } from './submit-area.tsx';
import { useAccountForm } from './use-account-form.ts';

const FIELDS = ['email'] as const;

/** In the order in which the text names them. */
const AGREEMENTS = ['/user-agreement', '/policy'];

const emailOf = (fields: FormData) => cleanText(textOf(fields, 'email'));

/** Buying with an e-mail address alone. */
export function GuestForm() {
  const { t, language } = useTranslation('sign-in');
  const account = useAccountForm(
    FIELDS,
    (fields) => {
      const error = validateEmail(emailOf(fields));
      return error ? { email: error } : {};
    },
    (fields) => ({ kind: 'guest', email: emailOf(fields), language }),
  );
  return (
    <section className={styles.guest} aria-label={t('guest-title')}>
      <form className={styles.form} {...account.attributes}>
        <TextField
          label={t('guest-email')}
          name="email"
          type="email"
          autoComplete="email"
          hint={t('guest-hint')}
          error={accountErrorText(t, account.errors.email)}
        />
        <SubmitArea fault={account.fault} notice={account.notice} isBusy={account.isBusy}>
          {t('guest-continue')}
        </SubmitArea>
        <p className={styles.agreement}>
          <LinkedText text={t('guest-agree')} to={AGREEMENTS} />
        </p>
      </form>
      <p className={styles.or}>{t('guest-or')}</p>
    </section>
  );
}
