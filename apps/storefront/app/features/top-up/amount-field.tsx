import { CURRENCY_SYMBOLS } from '@oyna/domain/constants';
import { formatMoney } from '@oyna/domain/money-format';
import { TOP_UP_CURRENCIES, type TopUpCurrency } from '@oyna/domain/top-up';
import { isAmountKeyAllowed } from '@oyna/domain/validation';
import { RadioChips } from '@oyna/ui/radio-chips';
import { TextField } from '@oyna/ui/text-field';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { useId } from 'react';
import { useCurrency } from '~/lib/currency/currency-context.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './amount-field.module.css';
import { type AmountLimits, exchangeWhole } from './steam-amount.ts';

interface AmountFieldProps {
  amount: string;
  currency: TopUpCurrency;
  onAmount(amount: string): void;
  onCurrency(currency: TopUpCurrency): void;
  limits: readonly AmountLimits[];
  hint: string;
  error: string | undefined;
}

const MAX_DIGITS = 7;

/** What is to be credited: usual sums, and a field for any other. */
export function AmountField({ amount, currency, onAmount, onCurrency, limits, hint, error }: AmountFieldProps) {
  const { t, language } = useTranslation('top-up');
  const { list } = useCurrency();
  const name = useId();
  const own = limits.find((one) => one.currency === currency);
  const other: TopUpCurrency = currency === 'KZT' ? 'RUB' : 'KZT';
  const inOther = (sum: number) => {
    const exchanged = exchangeWhole({ amount: sum, currency }, other, list);
    return exchanged === undefined ? undefined : `≈ ${formatMoney(exchanged * 100, other, language)}`;
  };
  return (
    <div className={styles.amount}>
      <div className={styles.presets}>
        <RadioChips
          label={t('usual-sums')}
          value={amount}
          onChange={onAmount}
          chips={(own?.presets ?? []).map((sum) => ({
            value: String(sum),
            label: formatMoney(sum * 100, currency, language),
            note: inOther(sum),
          }))}
        />
      </div>
      <div className={styles.row}>
        <TextField
          label={t('other-sum')}
          name="amount"
          inputMode="numeric"
          autoComplete="off"
          value={amount}
          maxLength={MAX_DIGITS}
          hint={hint}
          error={error}
          onKeyDown={(event) => {
            if (!isAmountKeyAllowed(event)) event.preventDefault();
          }}
          // Pasted and dictated text sends no key events.
          onChange={({ currentTarget }) => onAmount(currentTarget.value.replace(/\D/g, ''))}
        />
        <fieldset className={styles.switch} aria-label={t('sum-currency')}>
          {TOP_UP_CURRENCIES.map((one) => (
            <label key={one} className={styles.currency}>
              <input type="radio" name={name} value={one} checked={one === currency} onChange={() => onCurrency(one)} />
              <span aria-hidden="true">{CURRENCY_SYMBOLS[one]}</span>
              <VisuallyHidden>{t(`currency-${one}`)}</VisuallyHidden>
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  );
}
