import { rateOf } from '@oyna/domain/money';
import { currencySymbol } from '@oyna/domain/money-format';
import { exchangeBound } from '@oyna/domain/price-range';
import { IconButton } from '@oyna/ui/icon-button';
import { TextField } from '@oyna/ui/text-field';
import { ArrowRight } from 'lucide-react';
import { useCurrency } from '~/lib/currency/currency-context.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './filter-form.module.css';
import { boundText } from './listing-filters.ts';
import type { ListingQuery } from './listing-query.ts';

interface PriceFieldsProps {
  query: ListingQuery;
  onType(): void;
  hasButton: boolean;
}

/** In the shown currency. A range in another one is converted. Enter applies it. */
export function PriceFields({ query, onType, hasButton }: PriceFieldsProps) {
  const { t } = useTranslation('listing');
  const { active } = useCurrency();
  const { min, max } = useShownRange(query);
  const field = { type: 'text', inputMode: 'decimal', maxLength: 12, onInput: onType } as const;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.title}>
        {t('filter-price', { currency: active ? currencySymbol(active.name) : '' })}
      </legend>
      {active && <input type="hidden" name="currency" value={active.name} />}
      <div className={styles.prices}>
        <TextField {...field} name="min" label={t('price-min')} defaultValue={textOf(min)} />
        <TextField {...field} name="max" label={t('price-max')} defaultValue={textOf(max)} />
        {hasButton && <IconButton type="submit" label={t('price-apply')} icon={<ArrowRight size={20} />} />}
      </div>
    </fieldset>
  );
}

const textOf = (amount: number | undefined) => (amount === undefined ? '' : boundText(amount));

/** The range of a query in the shown currency, in its hundredths. */
function useShownRange({ min, max, currency }: ListingQuery) {
  const { list, active } = useCurrency();
  const to = active && rateOf(list, active.name);
  const from = rateOf(list, currency ?? '');
  const shown = (amount: number | undefined) => {
    if (amount === undefined || !active || !to || !from || currency === undefined) return amount;
    return exchangeBound(amount, { name: currency, rate: from }, { name: active.name, rate: to });
  };
  return { min: shown(min), max: shown(max) };
}
