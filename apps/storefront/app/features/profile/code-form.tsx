import type { CallFault } from '@oyna/api-client/call-fault';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { TextField } from '@oyna/ui/text-field';
import { useToast } from '@oyna/ui/toast';
import { textOf, useCheckedForm } from '@oyna/ui/use-checked-form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './edit-profile.module.css';
import { profileErrorText, profileNotice } from './profile-texts.ts';
import { useCountdown } from './use-countdown.ts';

interface CodeFormProps {
  /** Says where the code was sent. */
  text: ReactNode;
  /** Shown for a moment afterwards. */
  doneText?: string;
  backText: string;
  onConfirm(code: string): Promise<CallFault | undefined>;
  /** None for a code that was sent some time ago. */
  onResend: (() => Promise<CallFault | undefined>) | undefined;
  onBack(): void;
  onDone(): void;
}

const RESEND_AFTER_SECONDS = 60;
const FIELDS = ['code'] as const;
/** Phones put a space or a dash into it when it is pasted. */
const codeIn = (fields: FormData) => textOf(fields, 'code').replace(/\D/g, '');

export function CodeForm({ text, doneText, backText, onConfirm, onResend, onBack, onDone }: CodeFormProps) {
  const { t } = useTranslation('profile');
  const showToast = useToast();
  const { left, restart } = useCountdown(RESEND_AFTER_SECONDS);
  const [isResent, setResent] = useState(false);
  const { form, errors, fault, isBusy, onSubmit, onInput, run } = useCheckedForm(
    FIELDS,
    (fields) => (/^\d{6}$/.test(codeIn(fields)) ? {} : { code: 'code-invalid' as const }),
    async (fields) => {
      setResent(false);
      const found = await onConfirm(codeIn(fields));
      if (found) return found;
      if (doneText !== undefined) showToast(doneText, 'success');
      onDone();
      return undefined;
    },
  );
  const resend = () =>
    run(async () => {
      setResent(false);
      const found = await onResend?.();
      if (found) return found;
      restart();
      setResent(true);
      return undefined;
    });
  return (
    <form ref={form} method="post" noValidate className={styles.form} onSubmit={onSubmit} onInput={onInput}>
      <p className={styles.explanation}>{text}</p>
      <TextField
        label={t('code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        autoFocus
        error={profileErrorText(t, errors.code)}
      />
      <div>
        <FormNotice {...profileNotice(t, fault)} success={isResent ? t('code-resent') : undefined} />
        <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
          {t('confirm')}
        </Button>
      </div>
      <div className={styles.actions}>
        {onResend && (
          <Button variant="quiet" isWide disabled={left > 0} onClick={resend}>
            {left > 0 ? t('resend-in', { seconds: left }) : t('resend')}
          </Button>
        )}
        <Button variant="quiet" isWide onClick={onBack}>
          {backText}
        </Button>
      </div>
    </form>
  );
}
