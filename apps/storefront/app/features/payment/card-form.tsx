import type { CallFault } from '@oyna/api-client/call-fault';
import type { Order } from '@oyna/api-client/models';
import { CARD_MASKS, type CardForm as Card, validateCard } from '@oyna/domain/card-form';
import { formatMoney } from '@oyna/domain/money-format';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import { TextField } from '@oyna/ui/text-field';
import { TextLink } from '@oyna/ui/text-link';
import { textOf, useCheckedForm } from '@oyna/ui/use-checked-form';
import type { TFunction } from 'i18next';
import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { usePageReturn } from '~/lib/use-page-return.ts';
import styles from './card-form.module.css';
import type { CardForm as CardFormData } from './card-form-storage.ts';
import { chargeCard } from './charge-card.ts';
import { maskField, tidyExpiry } from './masked-input.ts';
import { otherMethodPath } from './other-method.ts';

interface CardFormProps {
  form: CardFormData;
  order: Order;
}

const FIELDS = ['number', 'expiry', 'cvv', 'holder'] as const satisfies readonly (keyof Card)[];
/** The attempt as a whole: the provider refused it or did not respond. */
const REFUSED: CallFault = { error: 'not-payed', field: undefined, requestId: undefined };
const UNKNOWN: CallFault = { error: 'no-answer', field: undefined, requestId: undefined };

/** What is typed stays in the fields: it is read once, when it is sent, and the fields are emptied on leaving. */
export function CardForm({ form: data, order }: CardFormProps) {
  const { t, language } = useTranslation('payment');
  const [isLeaving, setLeaving] = useState(false);
  const { form, errors, fault, isBusy, onSubmit, onInput } = useCheckedForm(
    FIELDS,
    (fields) => validateCard(cardIn(fields), new Date()),
    async (fields) => {
      const charge = await chargeCard(data, cardIn(fields));
      if (charge.kind !== 'go') return charge.kind === 'refused' ? REFUSED : UNKNOWN;
      setLeaving(true);
      location.assign(charge.link);
      return undefined;
    },
  );

  useEffect(() => {
    // A page that the browser keeps for its back button must not keep a card.
    const empty = () => form.current?.reset();
    window.addEventListener('pagehide', empty);
    return () => window.removeEventListener('pagehide', empty);
  }, [form]);
  usePageReturn(() => location.reload());

  const onTyped = (event: FormEvent<HTMLFormElement>) => {
    maskTyped(event.target as HTMLInputElement);
    onInput(event);
  };
  const provider = order.providerLabel;
  const sum = formatMoney(order.amount, order.currency, language) ?? '';
  const isSending = isBusy || isLeaving;
  return (
    <form
      ref={form}
      method="post"
      noValidate
      autoComplete="on"
      className={styles.form}
      onSubmit={isSending ? (event) => event.preventDefault() : onSubmit}
      onInput={onTyped}
    >
      <TextField
        label={t('card-number')}
        name="number"
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="0000 0000 0000 0000"
        error={errorText(t, errors.number)}
      />
      <div className={styles.pair}>
        <TextField
          label={t('card-expiry')}
          name="expiry"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={t('card-expiry-mask')}
          error={errorText(t, errors.expiry)}
        />
        <TextField
          label={t('card-cvv')}
          name="cvv"
          type="password"
          inputMode="numeric"
          autoComplete="cc-csc"
          hint={t('card-cvv-hint')}
          error={errorText(t, errors.cvv)}
        />
      </div>
      <TextField
        label={t('card-holder')}
        name="holder"
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
        hint={t('card-holder-hint')}
        error={errorText(t, errors.holder)}
      />
      <p className={styles.safe}>
        <LockKeyhole size={18} aria-hidden="true" />
        {t('card-safe', { provider })}
      </p>
      <div>
        <FormNotice error={fault && t(fault === REFUSED ? 'card-refused' : 'card-no-answer', { provider })} />
        <Button type="submit" variant="primary" size="large" isWide isBusy={isSending}>
          {t('pay', { sum })}
        </Button>
      </div>
      <div className={styles.ways}>
        {fault && (
          <TextLink to={`/payment/result?order=${order.orderId}`} isAlone>
            {t('card-state')}
          </TextLink>
        )}
        <TextLink to={otherMethodPath(order)} isAlone>
          {t('other-method')}
        </TextLink>
      </div>
    </form>
  );
}

function cardIn(fields: FormData): Card {
  return {
    number: textOf(fields, 'number'),
    expiry: textOf(fields, 'expiry'),
    cvv: textOf(fields, 'cvv'),
    holder: textOf(fields, 'holder'),
  };
}

function maskTyped(field: HTMLInputElement): void {
  if (field.name === 'number') maskField(field, CARD_MASKS.number);
  if (field.name === 'expiry') maskField(field, CARD_MASKS.expiry, tidyExpiry);
  if (field.name === 'cvv') maskField(field, CARD_MASKS.cvv);
}

const KNOWN = [
  'card-number-empty',
  'card-number-invalid',
  'card-expiry-empty',
  'card-expiry-invalid',
  'card-cvv-empty',
  'card-cvv-invalid',
  'card-holder-empty',
  'card-holder-invalid',
] as const satisfies readonly CallFault['error'][];

function errorText(t: TFunction<'payment'>, code: CallFault['error'] | undefined): string | undefined {
  const known = KNOWN.find((one) => one === code);
  return known && t(known);
}
