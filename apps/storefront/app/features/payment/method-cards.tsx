import type { Basket, PaymentMethod } from '@oyna/api-client/models';
import { formatMoney } from '@oyna/domain/money-format';
import { ChoiceCard, ChoiceError } from '@oyna/ui/choice-card';
import { type Ref, useId } from 'react';
import { CardBrands } from '~/components/card-brands.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './method-cards.module.css';
import { isForeignCharge, methodGroups, shownCharge } from './payment-methods.ts';

interface MethodCardsProps {
  methods: readonly PaymentMethod[];
  /** Its place in the list; -1 when nothing is chosen (spec §4). */
  chosen: number;
  onChoose(index: number): void;
  basket: Basket;
  error: string | undefined;
  ref: Ref<HTMLFieldSetElement>;
}

/** A card per payment method, labelled with the bank cards it accepts. */
export function MethodCards({ methods, chosen, onChoose, basket, error, ref }: MethodCardsProps) {
  const { t } = useTranslation('payment');
  const errorId = useId();
  const name = useId();
  return (
    <fieldset
      ref={ref}
      className={styles.methods}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className={styles.legend}>
        <h2>{t('methods')}</h2>
      </legend>
      {methodGroups(methods).map(({ origin, methods: own }) => (
        <fieldset key={origin} className={styles.group}>
          <legend className={styles.origin}>{t(`origin-${origin}`)}</legend>
          <div className={styles.cards}>
            {own.map((method) => {
              const index = methods.indexOf(method);
              return (
                <ChoiceCard
                  key={method.provider}
                  name={name}
                  value={method.provider}
                  isChosen={index === chosen}
                  onChoose={() => onChoose(index)}
                  className={styles.card}
                >
                  <CardBrands brands={method.brands} isSmall />
                  <span className={styles.currency}>{method.currency}</span>
                  <ChargeText method={method} basket={basket} />
                  <small className={styles.company}>{t('processed-by', { provider: method.label })}</small>
                </ChoiceCard>
              );
            })}
          </div>
        </fieldset>
      ))}
      <ChoiceError id={errorId} error={error} />
    </fieldset>
  );
}

function ChargeText({ method, basket }: { method: PaymentMethod; basket: Basket }) {
  const { t, language } = useTranslation('payment');
  const sum = formatMoney(shownCharge(basket, method), method.currency, language);
  return (
    <span className={styles.charge}>
      {sum !== undefined && <strong>{t('to-charge', { sum })}, </strong>}
      <span>{method.feePercent === 0 ? t('no-fee') : t('fee', { percent: method.feePercent })}</span>
      {isForeignCharge(method) && (
        <span className={styles.foreign}>
          {t('foreign-charge', { currency: currencyName(method.currency, language) })}
        </span>
      )}
    </span>
  );
}

function currencyName(code: string, language: string): string {
  const locale = language === 'kz' ? 'kk' : language;
  const name = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' }).of(code);
  return name ? `${name} (${code})` : code;
}
