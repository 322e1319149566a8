import { RadioChips } from '@oyna/ui/radio-chips';
import { Stepper } from '@oyna/ui/stepper';
import { TextField } from '@oyna/ui/text-field';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useMoneyText } from '../../components/money.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './order.module.css';
import { newRequestKey, type Order, type RefundPreview, type RefundRequest, refundPreviewQuery } from './orders-api.ts';

interface RefundDialogProps {
  order: Order;
  onClose(): void;
}

/** Refunds everything that is left, pieces of items or an amount. The server previews every choice. */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  const t = useTexts('orders');
  const moneyText = useMoneyText();
  const [kind, setKind] = useState<RefundRequest['kind']>('rest');
  const [counts, setCounts] = useState<Record<number, number>>({});
  const [amount, setAmount] = useState('');
  const key = useRef(newRequestKey());
  const { orderId, version, currency } = order;
  const isRetry = order.status === 'refund-failed';
  const request = requestOf(kind, counts, amount);
  const preview = useQuery({ ...refundPreviewQuery(orderId, version, request), placeholderData: keepPreviousData });
  const refund = useAction({
    run: (reason: string) =>
      callApi((api) =>
        api.POST('/api/v1/orders/{orderId}/refunds', {
          params: { path: { orderId }, header: { 'idempotency-key': key.current } },
          body: { request: request ?? { kind: 'rest' }, version, reason },
        }),
      ),
    changes: [['orders']],
    done: (done) => t('refund-requested', { sum: moneyText(done.amount, currency) }),
    onDone: onClose,
    isFaultShown: true,
  });
  const shown = request && !preview.isError ? preview.data : undefined;
  const canRefundParts = order.capability !== 'full' && !isRetry;
  return (
    <ConfirmDialog
      title={isRetry ? t('retry-refund') : t('refund-title', { number: order.number })}
      isOpen
      onClose={onClose}
      confirm={shown ? t('refund-sum', { sum: moneyText(shown.amount, currency) }) : t('refund')}
      isDangerous
      isBusy={refund.isPending}
      error={refund.error}
      changed={<p>{t('changed')}</p>}
      onConfirm={(fields) => {
        // Another attempt after a change is another request.
        if (refund.isError) key.current = newRequestKey();
        if (shown) refund.mutate(String(fields.get('reason') ?? ''));
      }}
    >
      {canRefundParts && (
        <RadioChips
          label={t('refund-what')}
          value={kind}
          onChange={(value) => setKind(value as RefundRequest['kind'])}
          chips={[
            { value: 'rest', label: t('refund-rest') },
            ...(order.items.length > 0 ? [{ value: 'items', label: t('refund-items') }] : []),
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
      <Preview preview={shown} error={request && preview.error} currency={currency} />
      <TextField label={t('reason')} name="reason" maxLength={500} autoComplete="off" />
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
  error: unknown;
  currency: string;
}

/** What the refund does, in the words of the server's plan. */
function Preview({ preview, error, currency }: PreviewProps) {
  const t = useTexts('orders');
  const errorText = useErrorText();
  const moneyText = useMoneyText();
  if (error) return <p className={styles.warning}>{errorText(error)}</p>;
  if (!preview) return <div className={styles.preview}>{t('choose')}</div>;
  const { returnedKeys, revokedKeys, parts, isRetry, isOverLimit, needsFresh, leftToday } = preview;
  return (
    <div className={styles.preview} role="status">
      <strong>
        {t('preview-sum', { sum: moneyText(preview.amount, currency), paid: moneyText(preview.paid, currency) })}
      </strong>
      {!isRetry && parts.length === 0 && <span>{t('preview-money-only')}</span>}
      {returnedKeys.length > 0 && <span>{t('preview-returned', { count: returnedKeys.length })}</span>}
      {revokedKeys.length > 0 && <span>{t('preview-revoked', { count: revokedKeys.length })}</span>}
      {needsFresh && <span>{t('preview-fresh')}</span>}
      {leftToday !== null && !isOverLimit && <span>{t('preview-left', { sum: moneyText(leftToday, 'KZT') })}</span>}
      {isOverLimit && <span className={styles.warning}>{t('preview-over-limit')}</span>}
    </div>
  );
}
