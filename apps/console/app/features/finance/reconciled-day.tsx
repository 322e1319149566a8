import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { ErrorState } from '@oyna/ui/error-state';
import { Skeleton } from '@oyna/ui/skeleton';
import { TextField } from '@oyna/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useMoneyText } from '../../components/money.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { providerLabel } from '../../lib/payment-provider.ts';
import { useMay } from '../../lib/session.tsx';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { dayText } from '../../lib/time-text.ts';
import { useAction } from '../../lib/use-action.ts';
import styles from './finance.module.css';

type Difference = ConsoleSchemas['Reconciliation']['differences'][number];
interface Place {
  provider: string;
  day: string;
}

/** One day of one provider: what is matched, what differs, and the way to close it. */
export function ReconciledDay(place: Place) {
  const t = useTexts('finance');
  const errorText = useErrorText();
  const moneyText = useMoneyText();
  const { language } = useLanguage();
  const canReconcile = useMay()('finance:reconcile');
  const { data, error, refetch } = useQuery({
    queryKey: ['finance', 'reconciliation', place],
    queryFn: () =>
      callApi((api) => api.GET('/api/v1/finance/reconciliations/{provider}/{day}', { params: { path: { ...place } } })),
  });
  const [isClosing, setClosing] = useState(false);
  const close = useAction({
    run: () =>
      callApi((api) =>
        api.POST('/api/v1/finance/reconciliations/{provider}/{day}/close', { params: { path: { ...place } } }),
      ),
    changes: [['finance', 'reconciliation']],
    done: () => t('closed'),
    onDone: () => setClosing(false),
    isFaultShown: true,
  });
  if (error && !data) return <ErrorState title={t('no-registry')} text={errorText(error)} onRetry={() => refetch()} />;
  if (!data) return <Skeleton shape="line" />;
  const canClose = canReconcile && !data.closedAt;
  return (
    <Section
      title={`${dayText(place.day, language)} · ${providerLabel(place.provider)}`}
      actions={
        canClose && (
          <Button variant="primary" disabled={data.open > 0 || !data.isOver} onClick={() => setClosing(true)}>
            {t('close-day')}
          </Button>
        )
      }
    >
      <p className={styles.hint}>
        {t('compared', {
          matched: data.matched,
          theirs: data.onlyTheirs,
          ours: data.onlyOurs,
          different: data.different,
        })}{' '}
        {data.closedBy && t('closed-by', { name: data.closedBy })}
        {canClose && !data.isOver && t('not-over')}
      </p>
      {data.corrections.map(({ currency, sales, refunds, fees }) => (
        <p key={currency} role="note">
          {t('correction', {
            sales: moneyText(sales, currency),
            refunds: moneyText(refunds, currency),
            fees: moneyText(fees, currency),
          })}
        </p>
      ))}
      <ul className={styles.differences}>
        {data.differences.map((difference) => (
          <DifferenceRow
            key={`${difference.orderId} ${difference.note}`}
            place={place}
            difference={difference}
            canExplain={canClose}
          />
        ))}
      </ul>
      <ConfirmDialog
        title={t('close-day-title', { day: dayText(place.day, language), provider: providerLabel(place.provider) })}
        isOpen={isClosing}
        onClose={() => setClosing(false)}
        confirm={t('close-day')}
        isBusy={close.isPending}
        error={close.error}
        onConfirm={() => close.mutate(undefined)}
      >
        <p className={styles.hint}>{t('close-day-text')}</p>
      </ConfirmDialog>
    </Section>
  );
}

interface DifferenceRowProps {
  place: Place;
  difference: Difference;
  canExplain: boolean;
}

function DifferenceRow({ place, difference, canExplain }: DifferenceRowProps) {
  const t = useTexts('finance');
  const moneyText = useMoneyText();
  const { kind, orderId, number, paidOn, otherPaymentId, theirs, ours, note } = difference;
  const [text, setText] = useState(note ?? '');
  const explain = useAction({
    run: () =>
      callApi((api) =>
        api.PUT('/api/v1/finance/reconciliations/{provider}/{day}/notes/{orderId}', {
          params: { path: { ...place, orderId } },
          body: { note: text, seen: note ?? '' },
        }),
      ),
    changes: [['finance', 'reconciliation']],
    done: () => t('explained'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    explain.mutate(undefined);
  };
  return (
    <li>
      <p>
        <strong>{t(`kind-${kind}`)}</strong> {number ? <Link to={`/orders/${orderId}`}>{number}</Link> : orderId}
      </p>
      <p className={styles.hint}>
        {theirs && t('theirs', { amount: moneyText(theirs.amount, theirs.currency), status: theirs.status })}{' '}
        {ours && t('ours', { amount: moneyText(ours.amount, ours.currency), status: ours.status })}{' '}
        {paidOn && t('paid-on', { day: paidOn })} {otherPaymentId && t('other-payment', { id: otherPaymentId })}
      </p>
      {canExplain ? (
        <form className={styles.explain} onSubmit={submit}>
          <TextField
            label={t('note')}
            value={text}
            required
            maxLength={500}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" isBusy={explain.isPending}>
            {t('explain')}
          </Button>
        </form>
      ) : (
        note && <p>{note}</p>
      )}
    </li>
  );
}
