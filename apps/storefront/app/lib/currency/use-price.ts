import { formatPrice } from '@oyna/domain/money-format';
import { useCallback } from 'react';
import { useI18n } from '../i18n/use-translation.ts';
import { useCurrency } from './currency-context.tsx';

/** Formats US cents for the shopper; undefined without a price. */
export function usePrice(): (cents: number | null | undefined) => string | undefined {
  const { active } = useCurrency();
  const { language } = useI18n();
  return useCallback((cents) => formatPrice(cents ?? undefined, active, language), [active, language]);
}
