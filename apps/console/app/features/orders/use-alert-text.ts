import { useTexts } from '../../lib/texts.tsx';

const ALERTS = [
  'mismatch',
  'paid-twice',
  'provider-refund',
  'refund-failed',
  'supplier-balance',
  'supplier-refused',
  'unknown-order',
] as const;

/** What an alert about a payment is about, in the language of the operator. */
export function useAlertText(): (kind: string) => string {
  const t = useTexts('orders');
  return (kind) => {
    const known = ALERTS.find((name) => name === kind);
    return known ? t(`alert-${known}`) : kind;
  };
}
