import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { useDollarText } from '../../components/money.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { useTexts } from '../../lib/texts.tsx';

export type StockDetails = ConsoleSchemas['StockDetails'];
type Level = Pick<StockDetails, 'available' | 'daysLeft' | 'lowSince' | 'isOffered'>;

/** Nothing for a product that has enough keys. */
export function StockLabel({ stock: { available, lowSince, isOffered } }: { stock: Level }) {
  const t = useTexts('stock');
  if (!isOffered) return <StatusLabel>{t('not-offered')}</StatusLabel>;
  if (available === 0) return <StatusLabel tone="danger">{t('sold-out')}</StatusLabel>;
  return lowSince ? <StatusLabel tone="warning">{t('low')}</StatusLabel> : null;
}

/** A dash when nothing was sold in 30 days. */
export function DaysLeft({ stock: { daysLeft, available } }: { stock: Level }) {
  const t = useTexts('stock');
  return daysLeft === null || available === 0 ? '–' : t('days', { count: daysLeft });
}

/** US cents. A loss is marked. */
export function Cents({ cents, isMargin = false }: { cents: number | null; isMargin?: boolean }) {
  const dollarText = useDollarText();
  if (cents === null) return '–';
  const text = dollarText(cents);
  return isMargin && cents < 0 ? <StatusLabel tone="danger">{text}</StatusLabel> : text;
}
