import type { Language } from '@oyna/domain/constants';
import { formatPrice } from '@oyna/domain/money-format';
import { useCallback } from 'react';
import { useI18n } from '../i18n/use-translation.ts';
import { useCurrency } from './currency-context.tsx';
import type { RatedCurrency } from './currency-list.ts';

/** Formats US cents for the shopper; undefined without a price. */
export function usePrice(): (cents: number | null | undefined) => string | undefined {
  const { active } = useCurrency();
  const { language } = useI18n();
  return useCallback((cents) => rememberedPrice(cents ?? undefined, active, language), [active, language]);
}

const MOST_REMEMBERED = 5_000;
const prices = new Map<string, string>();

/** Exact arithmetic is slow, and pages repeat the same prices. */
function rememberedPrice(
  cents: number | undefined,
  active: RatedCurrency | undefined,
  language: Language,
): string | undefined {
  const id = `${language} ${active?.name} ${active?.amount} ${cents}`;
  const known = prices.get(id);
  if (known !== undefined) return known;
  const text = formatPrice(cents, active, language);
  if (prices.size >= MOST_REMEMBERED) prices.clear();
  if (text !== undefined) prices.set(id, text);
  return text;
}
