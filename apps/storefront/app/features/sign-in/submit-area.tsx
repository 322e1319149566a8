import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '~/lib/class-names.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { Button } from '~/ui/button.tsx';
import type { AccountAnswer } from './account-calls.ts';
import { accountErrorText } from './account-texts.ts';
import styles from './sign-in.module.css';

interface SubmitAreaProps {
  answer: AccountAnswer | undefined;
  isBusy: boolean;
  children: ReactNode;
}

/** The button, and above it what became of the attempt. */
export function SubmitArea({ answer, isBusy, children }: SubmitAreaProps) {
  const { t } = useTranslation('sign-in');
  const isError = answer !== undefined && 'error' in answer;
  return (
    <div>
      {/* Always there: a live region that arrives together with its text is not read out. */}
      <div role="status">
        {answer && (
          <p className={cx(styles.notice, isError && styles.wrong)}>
            {isError ? <CircleAlert size={20} aria-hidden="true" /> : <Info size={20} aria-hidden="true" />}
            <span>{isError ? accountErrorText(t, answer.error) : t(answer.notice)}</span>
          </p>
        )}
      </div>
      <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
        {children}
      </Button>
    </div>
  );
}
