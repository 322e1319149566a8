import { parseAmount } from '@oyna/domain/money';
import { RadioChips } from '@oyna/ui/radio-chips';
import { Skeleton } from '@oyna/ui/skeleton';
import { Stepper } from '@oyna/ui/stepper';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useMoneyText } from '../../components/money.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './order.module.css';
import { ChangedOrder } from './order-status.tsx';
import { type Order, type RefundPreview, type RefundRequest, refundPreviewQuery } from './orders-api.ts';

interface RefundDialogProps {
  order: Order;
  /** The money was given back without the store: the refund is recorded as done, and the provider is not asked. */
  isByHand: boolean;
  onClose(): void;
}

/** Refunds everything that is left, pieces of items or an amount. The server previews every choice. */
export function RefundDialog({ order, isByHand, onClose }: RefundDialogProps) {
  const t = useTexts('orders');
  const moneyText = useMoneyText();
  const [kind, setKind] = useState<RefundRequest['kind']>('rest');
  const [counts, setCounts] = useState<Record<number, number>>({});
  const [amount, setAmount] = useState('');
  const { orderId, version, currency } = order;
  // The operator decides on the order as it was when the dialog opened, and after a refusal on the one that the dialog shows.
  const [seenVersion, setSeenVersion] = useState(version);
  const keys = useRequestKeys();
  const isRetry = order.status === 'refund-failed';
  const request = requestOf(kind, counts, amount);
  const preview = useQuery({
    ...refundPreviewQuery(orderId, version, request, isByHand),
    placeholderData: keepPreviousData,
  });
  const refund = useAction({
    run: ({ text, ...wanted }: { request: RefundRequest; version: string; text: string }) => {
      const params = { path: { orderId }, header: { 'idempotency-key': keys.keyOf([wanted, text]) } };
      return isByHand
        ? callApi((api) =>
            api.POST('/api/v1/orders/{orderId}/refunds/close', { params, body: { ...wanted, note: text } }),
          )
        : callApi((api) => api.POST('/api/v1/orders/{orderId}/refunds', { params, body: { ...wanted, reason: text } }));
    },
    changes: [['orders']],
    done: (done) => t(isByHand ? 'refund-closed' : 'refund-requested', { sum: moneyText(done.amount, currency) }),
    onDone: onClose,
    onWaiting: onClose,
    isFaultShown: true,
  });
  const seen = refund.error?.code === 'changed-meanwhile' ? version : seenVersion;
  const shown = request && !preview.isError ? preview.data : undefined;
  const canRefundParts = (isByHand || order.capability !== 'full') && !isRetry;
  const title = isRetry ? t('retry-refund') : t('refund-title', { number: order.number });
  return (
    <ConfirmDialog
      title={isByHand ? t('close-refund') : title}
      isOpen
      onClose={onClose}
      confirm={
        shown
          ? t(isByHand ? 'close-refund-sum' : 'refund-sum', { sum: moneyText(shown.amount, currency) })
          : t(isByHand ? 'close-refund' : 'refund')
      }
      isDangerous
      isBusy={refund.isPending}
      isDisabled={preview.isPlaceholderData}
      error={refund.error}
      changed={(current) => <ChangedOrder current={current} />}
      onConfirm={(fields) => {
        if (!request || !shown) return;
        setSeenVersion(seen);
        refund.mutate({ request, version: seen, text: textOf(fields, 'reason') });
      }}
    >
      {isByHand && <p>{t('close-refund-text')}</p>}
      {canRefundParts && (
        <RadioChips
          label={t('refund-what')}
          value={kind}
          onChange={setKind}
          chips={[
            { value: 'rest', label: t('refund-rest') },
            ...(order.items.length > 0 ? [{ value: 'items' as const, label: t('refund-items') }] : []),
            { value: 'amount', label: t('refund-amount') },
          ]}
        />
      )}
      {kind === 'items' && (
        <ul className={styles.pieces}>
          {order.items.map(({ number, name, count, refundedCount }) => (
            <li key={number} className={styles.piece}>
              <span>{name}</span>
              <Stepper
                label={name}
                value={counts[number] ?? 0}
                max={Math.max(0, count - refundedCount)}
                onChange={(value) => setCounts((before) => ({ ...before, [number]: value }))}
              />
            </li>
          ))}
        </ul>
      )}
      {kind === 'amount' && (
        <TextField
          label={t('amount-in', { currency })}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
      )}
      <Preview preview={shown} isAsked={request !== undefined} error={request && preview.error} currency={currency} />
      <TextField
        label={isByHand ? t('close-refund-note') : t('reason')}
        name="reason"
        required={isByHand}
        maxLength={500}
        autoComplete="off"
      />
    </ConfirmDialog>
  );
}

function requestOf(
  kind: RefundRequest['kind'],
  counts: Record<number, number>,
  amount: string,
): RefundRequest | undefined {
  if (kind === 'rest') return { kind };
  if (kind === 'amount') {
    const text = amount.replace(',', '.').replace(/\s/g, '');
    return /^\d+(\.\d{1,2})?$/.test(text) && Number(text) > 0 ? { kind, amount: text } : undefined;
  }
  const items = Object.entries(counts).flatMap(([number, count]) =>
    count > 0 ? { number: Number(number), count } : [],
  );
  return items.length > 0 ? { kind, items } : undefined;
}

interface PreviewProps {
  preview: RefundPreview | undefined;
  /** The server is asked for it. */
  isAsked: boolean;
  error: unknown;
  currency: string;
}

/** What the refund does, in the words of the server's plan. */
function Preview({ preview, isAsked, error, currency }: PreviewProps) {
  const t = useTexts('orders');
  const errorText = useErrorText();
  const moneyText = useMoneyText();
  if (error) return <p className={styles.warning}>{errorText(error)}</p>;
  if (!preview) return <div className={styles.preview}>{isAsked ? <Skeleton shape="line" /> : t('choose')}</div>;
  const { returnedKeys, revokedKeys, parts, isRetry, isOverLimit, needsFresh, needsApproval, leftToday } = preview;
  return (
    <div className={styles.preview} role="status">
      {parseAmount(preview.refundedBefore) !== 0 && (
        <span>{t('preview-refunded', { sum: moneyText(preview.refundedBefore, currency) })}</span>
      )}
      <strong>
        {t('preview-sum', { sum: moneyText(preview.amount, currency), paid: moneyText(preview.paid, currency) })}
      </strong>
      {!isRetry && parts.length === 0 && <span>{t('preview-money-only')}</span>}
      {returnedKeys.length > 0 && <span>{t('preview-returned', { count: returnedKeys.length })}</span>}
      {revokedKeys.length > 0 && <span>{t('preview-revoked', { count: revokedKeys.length })}</span>}
      {needsFresh && <span>{t('preview-fresh')}</span>}
      {needsApproval && <span>{t('preview-approval')}</span>}
      {leftToday !== null && !isOverLimit && <span>{t('preview-left', { sum: moneyText(leftToday, 'KZT') })}</span>}
      {isOverLimit && <span className={styles.warning}>{t('preview-over-limit')}</span>}
    </div>
  );
}
