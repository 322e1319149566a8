import { formatPrice } from '@oyna/domain/money-format';
import { useCallback } from 'react';
import { useI18n } from '../i18n/use-translation.ts';
import { useCurrency } from './currency-context.tsx';

/** Turns US cents into what the shopper reads; undefined for what has no price. */
export function usePrice(): (cents: number | null | undefined) => string | undefined {
  const { active } = useCurrency();
  const { language } = useI18n();
  return useCallback((cents) => formatPrice(cents ?? undefined, active, language), [active, language]);
}
