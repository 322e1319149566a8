import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { useDollarText } from '../../components/money.tsx';

export type PromoCode = ConsoleSchemas['PromoCode'];
export type PromoCodeDetails = ConsoleSchemas['PromoCodeDetails'];

/** A sum that is not set is left out. */
export function useDollars(): (cents: number | null) => string {
  const dollarText = useDollarText();
  return (cents) => (cents === null ? '' : dollarText(cents));
}
