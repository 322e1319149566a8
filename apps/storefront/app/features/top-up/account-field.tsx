import { cx } from '@oyna/ui/class-names';
import { Spinner } from '@oyna/ui/spinner';
import { TextField, type TextFieldProps } from '@oyna/ui/text-field';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './account-field.module.css';
import type { AccountCheck } from './use-account-check.ts';

interface AccountFieldProps
  extends Pick<TextFieldProps, 'label' | 'error' | 'inputMode' | 'placeholder' | 'maxLength'> {
  value: string;
  onChange(value: string): void;
  /** The hint that is shown while there is no other message. */
  about: string;
  check: AccountCheck;
  children?: ReactNode;
}

/** The field for the account, with the answer of the supplier below it. */
export function AccountField({ value, onChange, about, check, error, children, ...field }: AccountFieldProps) {
  return (
    <div className={styles.account}>
      <TextField
        {...field}
        name="account"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      {/* Always rendered: screen readers do not announce a live region that appears with its text. */}
      <div role="status" className={styles.check}>
        {!error && <CheckText check={check} about={about} />}
      </div>
      {children}
    </div>
  );
}

function CheckText({ check, about }: Pick<AccountFieldProps, 'check' | 'about'>) {
  const { t } = useTranslation('top-up');
  if (check.state === 'checking') {
    return (
      <p>
        <Spinner />
        {t('account-checking')}
      </p>
    );
  }
  if (check.state === 'valid') {
    return (
      <p className={cx(styles.valid)}>
        <CircleCheck size={16} aria-hidden="true" />
        <span>{check.name ? t('account-named', { name: check.name }) : t('account-valid')}</span>
      </p>
    );
  }
  if (check.state === 'unknown') {
    return (
      <p>
        <CircleAlert size={16} aria-hidden="true" />
        {t('account-unknown')}
      </p>
    );
  }
  return <p>{about}</p>;
}
