import { faultOf } from '@oyna/api-client/call-fault';
import { MAX_CLAIM_COMMENT_LENGTH } from '@oyna/domain/constants';
import { CLAIM_REASONS, type ClaimReason } from '@oyna/domain/replacement-policy';
import type { ClaimStatus } from '@oyna/domain/states';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { RadioChips } from '@oyna/ui/radio-chips';
import { TextArea } from '@oyna/ui/text-area';
import { textOf, useCheckedForm } from '@oyna/ui/use-checked-form';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './key-claim.module.css';

export interface ClaimResult {
  status: ClaimStatus;
  newKeyId: number | null;
}

export interface ClaimReport {
  reason: ClaimReason;
  comment: string;
}

interface ClaimFormProps {
  name: string;
  text: string;
  send(report: ClaimReport): Promise<ClaimResult>;
  onClaimed(result: ClaimResult): void;
}

export function ClaimForm({ name, text, send, onClaimed }: ClaimFormProps) {
  const { t } = useTranslation('orders');
  const [reason, setReason] = useState<ClaimReason>();
  const [isReasonMissing, setReasonMissing] = useState(false);
  const { form, fault, isBusy, onSubmit } = useCheckedForm(
    [],
    () => ({}),
    async (fields) => {
      if (!reason) {
        setReasonMissing(true);
        form.current?.querySelector('input')?.focus();
        return undefined;
      }
      try {
        onClaimed(await send({ reason, comment: textOf(fields, 'comment').trim() }));
        return undefined;
      } catch (error) {
        return faultOf(error);
      }
    },
  );
  return (
    <form ref={form} method="post" noValidate className={styles.form} onSubmit={onSubmit}>
      <p className={styles.name}>{name}</p>
      <p className={styles.text}>{text}</p>
      <div className={styles.reasons}>
        <RadioChips
          label={t('claim-reason')}
          chips={CLAIM_REASONS.map((value) => ({ value, label: t(`reason-${value}`) }))}
          value={reason}
          onChange={(value) => {
            setReason(value);
            setReasonMissing(false);
          }}
        />
        <div role="alert">
          {isReasonMissing && (
            <p className={styles.error}>
              <CircleAlert size={16} aria-hidden="true" />
              {t('reason-missing')}
            </p>
          )}
        </div>
      </div>
      <TextArea
        label={t('claim-comment')}
        hint={t('claim-comment-hint')}
        name="comment"
        rows={3}
        maxLength={MAX_CLAIM_COMMENT_LENGTH}
      />
      <div>
        <FormNotice error={fault && t('claim-failed')} requestId={fault?.requestId} />
        <Button type="submit" variant="primary" size="large" isWide isBusy={isBusy}>
          {t('claim-send')}
        </Button>
      </div>
    </form>
  );
}
