import type { Language } from '@oyna/domain/constants';
import { MOST_COUNTED } from '@oyna/domain/list-filters';
import { amountToText } from '@oyna/domain/money';
import { useLanguage } from './texts.tsx';

const decimalText = (text: string, language: Language): string => (language === 'en' ? text : text.replace('.', ','));

/** A number that is counted as far as MOST_COUNTED. */
export const countText = (count: number): string => (count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count));

/** Hundredths as a field shows them, "2,50". What is typed is read by typed-sum.ts, which accepts both signs. */
export const sumText = (hundredths: number, language: Language): string =>
  decimalText(amountToText(hundredths), language);

/** An exchange rate. Eight decimals are stored; four are enough for people. */
export function rateText(rate: string | null, language: Language): string {
  if (rate === null) return '–';
  const [whole = '', decimals = ''] = rate.split('.');
  const shown = decimals.slice(0, 4).replace(/0+$/, '');
  return decimalText(shown === '' ? whole : `${whole}.${shown}`, language);
}

export function useSumText(): (hundredths: number) => string {
  const { language } = useLanguage();
  return (hundredths) => sumText(hundredths, language);
}

export function useRateText(): (rate: string | null) => string {
  const { language } = useLanguage();
  return (rate) => rateText(rate, language);
}
