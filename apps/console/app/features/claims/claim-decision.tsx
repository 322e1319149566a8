import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { MAX_CLAIM_ANSWER_LENGTH } from '@oyna/domain/constants';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useMoneyText } from '../../components/money.tsx';
import { TemplateText } from '../../components/template-text.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { LANGUAGE_NAMES, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { ChangedClaim, type ClaimDetails } from './claim-labels.tsx';

type Waiting = ConsoleSchemas['WaitingApproval'];
type Decision = 'replace' | 'refund' | 'refuse';

/** Three ways to answer a claim. Each asks first and shows what it does. */
export function ClaimDecision({ claim }: { claim: ClaimDetails }) {
  const t = useTexts('claims');
  const [asked, setAsked] = useState<Decision>();
  const moneyText = useMoneyText();
  const errorText = useErrorText();
  const { keyId, login, productName, status } = claim;
  const isOpen = status === 'open';
  const path = { params: { path: { keyId } } };
  const seen = { status: 'open' as const };
  const { data: preview, error: previewError } = useQuery({
    queryKey: ['claims', 'refund', keyId],
    queryFn: () => callApi((api) => api.GET('/api/v1/claims/{keyId}/refund', path)),
    enabled: asked === 'refund',
    retry: false,
  });
  const answer = useAction({
    run: ({ decision, text }: { decision: Decision; text: string }): Promise<ClaimDetails | Waiting> => {
      if (decision === 'replace')
        return callApi((api) => api.POST('/api/v1/claims/{keyId}/replace', { ...path, body: seen }));
      if (decision === 'refuse')
        return callApi((api) => api.POST('/api/v1/claims/{keyId}/refuse', { ...path, body: { ...seen, text } }));
      const body = { ...seen, amount: preview?.amount ?? '' };
      return callApi((api) => api.POST('/api/v1/claims/{keyId}/refund', { ...path, body }));
    },
    changes: [['claims']],
    done: ({ status }) => t(`done-${status}`),
    onDone: () => setAsked(undefined),
    onWaiting: () => setAsked(undefined),
    isFaultShown: true,
  });
  const amount = preview ? moneyText(preview.amount, preview.currency) : '…';
  const dialog = (decision: Decision) => ({
    title: t(`title-${decision}`),
    isOpen: asked === decision,
    onClose: () => setAsked(undefined),
    isBusy: answer.isPending,
    isDisabled: !isOpen,
    error: answer.error,
    changed: (current: unknown) => <ChangedClaim current={current} />,
    onConfirm: (fields: FormData) => answer.mutate({ decision, text: String(fields.get('text') ?? '') }),
  });
  // The dialog stays open with its text when a colleague decides meanwhile. A refusal of the server says the same.
  const decided = !isOpen && !answer.isPending && answer.error?.code !== 'changed-meanwhile' && (
    <>
      <FormNotice error={errorText('changed-meanwhile')} />
      <ChangedClaim current={claim} />
    </>
  );
  return (
    <>
      {isOpen && (
        <>
          <Button variant="primary" onClick={() => setAsked('replace')}>
            {t('replace')}
          </Button>
          <Button onClick={() => setAsked('refund')}>{t('refund')}</Button>
          <Button onClick={() => setAsked('refuse')}>{t('refuse')}</Button>
        </>
      )}
      <ConfirmDialog {...dialog('replace')} confirm={t('replace')}>
        <p>{t('replace-preview', { name: login, product: productName })}</p>
        {claim.replacementNeedsColleague && <p>{t('replace-second')}</p>}
        {decided}
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog('refund')}
        error={answer.error ?? (previewError as typeof answer.error)}
        isBusy={answer.isPending || (!preview && !previewError)}
        confirm={t('refund-amount', { amount })}
        isDangerous
      >
        <p>{t('refund-preview', { name: login, amount })}</p>
        {decided}
      </ConfirmDialog>
      <ConfirmDialog {...dialog('refuse')} confirm={t('refuse')} isDangerous>
        <RefusalText claim={claim} />
        {decided}
      </ConfirmDialog>
    </>
  );
}

/** The words for the buyer, from a template in their language. */
function RefusalText({ claim }: { claim: ClaimDetails }) {
  const t = useTexts('claims');
  const [text, setText] = useState('');
  return (
    <>
      <p>{t('refuse-preview', { name: claim.login, language: LANGUAGE_NAMES[claim.language] })}</p>
      <TemplateText
        kind="claim"
        language={claim.language}
        values={{ name: claim.login, order: claim.orderNumber, product: claim.productName }}
        label={t('text')}
        maxLength={MAX_CLAIM_ANSWER_LENGTH}
        text={text}
        onText={setText}
      />
    </>
  );
}
