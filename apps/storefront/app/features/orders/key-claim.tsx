import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '~/lib/browser-api.ts';
import { faultOf } from '~/lib/forms/call-fault.ts';
import { textOf, useCheckedForm } from '~/lib/forms/use-checked-form.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { FormNotice } from '~/ui/form-notice.tsx';
import { RadioChips } from '~/ui/radio-chips.tsx';
import { TextArea } from '~/ui/text-area.tsx';
import styles from './key-claim.module.css';

const REASONS = ['used', 'wrong-region', 'invalid'] as const;
type Reason = (typeof REASONS)[number];
const MAX_COMMENT_LENGTH = 1_000;

export interface ClaimResult {
  status: 'open' | 'replaced' | 'refused';
  newKeyId: number | null;
}

interface KeyClaimProps {
  id: number;
  name: string;
  /** What became of a complaint; null when there was none. */
  status: ClaimResult['status'] | null;
  onClaimed(result: ClaimResult): void;
}

/** "The key does not work." A second complaint about the same key is the first one. */
export function KeyClaim({ id, name, status, onClaimed }: KeyClaimProps) {
  const { t } = useTranslation('orders');
  const [isOpen, setOpen] = useState(false);
  if (status !== null) {
    return (
      <p role="status" className={styles.status}>
        {t(`claim-${status}`)}
      </p>
    );
  }
  return (
    <div className={styles.claim}>
      <button type="button" className={styles.question} onClick={() => setOpen(true)}>
        {t('does-not-work')}
      </button>
      <Dialog title={t('does-not-work')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ClaimForm
          id={id}
          name={name}
          onClaimed={(result) => {
            setOpen(false);
            onClaimed(result);
          }}
        />
      </Dialog>
    </div>
  );
}

function ClaimForm({ id, name, onClaimed }: Pick<KeyClaimProps, 'id' | 'name' | 'onClaimed'>) {
  const { t } = useTranslation('orders');
  const callApi = useApi();
  const [reason, setReason] = useState<Reason>();
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
      const body = { reason, comment: textOf(fields, 'comment').trim() };
      try {
        const path = { id };
        onClaimed(await callApi((api) => api.POST('/api/v1/user/keys/{id}/claim', { params: { path }, body })));
        return undefined;
      } catch (error) {
        return faultOf(error);
      }
    },
  );
  return (
    <form ref={form} method="post" noValidate className={styles.form} onSubmit={onSubmit}>
      <p className={styles.name}>{name}</p>
      <p className={styles.text}>{t('claim-text')}</p>
      <RadioChips
        label={t('claim-reason')}
        chips={REASONS.map((value) => ({ value, label: t(`reason-${value}`) }))}
        value={reason}
        onChange={(value) => {
          setReason(value as Reason);
          setReasonMissing(false);
        }}
      />
      <div role="alert" className={styles.alert}>
        {isReasonMissing && (
          <p className={styles.error}>
            <CircleAlert size={16} aria-hidden="true" />
            {t('reason-missing')}
          </p>
        )}
      </div>
      <TextArea
        label={t('claim-comment')}
        hint={t('claim-comment-hint')}
        name="comment"
        rows={3}
        maxLength={MAX_COMMENT_LENGTH}
      />
      <div>
        <FormNotice error={fault && t('claim-failed')} requestId={fault?.requestId} />
        <Button type="submit" variant="brand" size="large" isWide isBusy={isBusy}>
          {t('claim-send')}
        </Button>
      </div>
    </form>
  );
}
