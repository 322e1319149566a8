import { formatMoney } from '@oyna/domain/money-format';
import { cleanText, validateEmail } from '@oyna/domain/validation';
import { Button } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { LinkedText } from '@oyna/ui/linked-text';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './confirm-dialog.module.css';
import { PriceNotes, QuoteFault } from './quote-panel.tsx';
import type { AccountCheck } from './use-account-check.ts';
import type { Checkout } from './use-checkout.ts';
import type { Quoting } from './use-quote.ts';

const OFFER = ['/public-offer'];

interface ConfirmDialogProps {
  confirmation: Checkout['confirmation'];
  accountLabel: string;
  account: string;
  check: AccountCheck;
  /** The credited amount as text. */
  credited: string;
  quoting: Quoting;
  limits: string;
  /** A visitor without an account may enter an address for the receipt. */
  hasEmail: boolean;
}

/** Asks for confirmation before paying: the account cannot be corrected afterwards, so it is shown large. */
export function ConfirmDialog({ confirmation, ...rest }: ConfirmDialogProps) {
  const { t } = useTranslation('top-up');
  return (
    <Dialog title={t('confirm-title')} isOpen={confirmation.isOpen} onClose={confirmation.close}>
      <ConfirmForm confirmation={confirmation} {...rest} />
    </Dialog>
  );
}

function ConfirmForm(props: ConfirmDialogProps) {
  const { confirmation, accountLabel, account, check, credited, quoting, limits, hasEmail } = props;
  const { t, language } = useTranslation('top-up');
  const form = useRef<HTMLFormElement>(null);
  const [isEmailWrong, setEmailWrong] = useState(false);
  const { quote, fault } = quoting;
  const sum = quote && formatMoney(quote.shown.amount, quote.shown.currency, language);
  const charge = quote && formatMoney(quote.toPay.amount, quote.toPay.currency, language);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const email = form.current ? cleanText(textOf(new FormData(form.current), 'email')) : '';
    const isWrong = email !== '' && validateEmail(email) !== undefined;
    setEmailWrong(isWrong);
    if (isWrong) form.current?.querySelector('input')?.focus();
    else if (quote && !confirmation.isBusy) confirmation.confirm(email);
  };
  return (
    <form ref={form} method="post" noValidate className={styles.form} onSubmit={onSubmit}>
      <div className={styles.account}>
        <p className={styles.label}>{accountLabel}</p>
        <p className={styles.name} data-testid="confirm-account">
          {account}
        </p>
        {check.state === 'valid' && check.name && <p className={styles.nick}>{check.name}</p>}
      </div>
      <p className={styles.warning}>{t('confirm-warning')}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('credited')}</dt>
          <dd>{credited}</dd>
        </div>
        <div>
          <dt>{t('method')}</dt>
          <dd>{quote?.providerLabel}</dd>
        </div>
        <div className={styles.total}>
          <dt>{t('to-pay')}</dt>
          <dd>
            <strong>{sum ?? (fault ? '—' : '…')}</strong>
            {charge !== sum && <small>{charge}</small>}
          </dd>
        </div>
      </dl>
      {fault && <QuoteFault fault={fault} limits={limits} renew={quoting.renew} />}
      {confirmation.isChanged && quote && !quoting.before && (
        <p role="alert" className={styles.renewed}>
          {t('quote-expired')}
        </p>
      )}
      <PriceNotes quoting={quoting} />
      {hasEmail && (
        <TextField
          label={t('email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={t('email-hint')}
          error={isEmailWrong ? t('email-invalid') : undefined}
          onInput={() => setEmailWrong(false)}
        />
      )}
      <p className={styles.offer}>
        <LinkedText text={t('accept-offer')} to={OFFER} />
      </p>
      <div className={styles.actions}>
        <Button
          type="submit"
          variant="primary"
          size="large"
          isWide
          isBusy={confirmation.isBusy || (!quote && !fault)}
          disabled={fault !== undefined}
        >
          {t('pay', { sum: sum ?? '' })}
        </Button>
        <Button variant="quiet" isWide onClick={confirmation.close}>
          {t('confirm-change')}
        </Button>
      </div>
    </form>
  );
}
