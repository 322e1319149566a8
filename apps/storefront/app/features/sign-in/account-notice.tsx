import { CircleAlert, Info } from 'lucide-react';
import { cx } from '~/lib/class-names.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { AccountAnswer } from './account-calls.ts';
import { accountErrorText } from './account-texts.ts';
import styles from './sign-in.module.css';

/** What became of the attempt. Always there: a live region that arrives together with its text is not read out. */
export function AccountNotice({ answer }: { answer: AccountAnswer | undefined }) {
  const { t } = useTranslation('sign-in');
  const isError = answer !== undefined && 'error' in answer;
  return (
    <div role="status" className={styles.status}>
      {answer && (
        <p className={cx(styles.notice, isError && styles.wrong)}>
          {isError ? <CircleAlert size={20} aria-hidden="true" /> : <Info size={20} aria-hidden="true" />}
          <span>{isError ? accountErrorText(t, answer.error) : t(answer.notice)}</span>
        </p>
      )}
    </div>
  );
}
