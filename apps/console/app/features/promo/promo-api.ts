import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { amountToText } from '@oyna/domain/money';
import { formatMoney } from '@oyna/domain/money-format';
import { useLanguage } from '../../lib/texts.tsx';

export type PromoCode = ConsoleSchemas['PromoCode'];
export type PromoCodeDetails = ConsoleSchemas['PromoCodeDetails'];

/** US cents as text. */
export function useDollars(): (cents: number | null) => string {
  const { language } = useLanguage();
  return (cents) => (cents === null ? '' : (formatMoney(cents, 'USD', language) ?? ''));
}

export const centsText = (cents: number | null): string => (cents === null || cents === 0 ? '' : amountToText(cents));
