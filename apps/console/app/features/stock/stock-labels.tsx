import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { formatMoney } from '@oyna/domain/money-format';
import { StatusLabel } from '../../components/status-label.tsx';
import { useLanguage, useTexts } from '../../lib/texts.tsx';

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

/** US cents, as costs and prices are kept. */
export function Cents({ cents, isMargin = false }: { cents: number | null; isMargin?: boolean }) {
  const { language } = useLanguage();
  if (cents === null) return '–';
  const text = `${cents < 0 ? '−' : ''}${formatMoney(Math.abs(cents), 'USD', language) ?? '–'}`;
  return isMargin && cents < 0 ? <StatusLabel tone="danger">{text}</StatusLabel> : text;
}
