import type { TopUpQuote } from '@oyna/api-client/models';
import { QUOTE_SECONDS } from '@oyna/domain/top-up';

/** How long the server holds a price. A clock that is wrong by more is ignored. */
const FROZEN_MS = QUOTE_SECONDS * 1_000;
/** Renewed a moment before it expires, so that a click never uses an expired quote. */
const MARGIN_MS = 3_000;

/** How long a quote may be shown as valid. */
export function lifetimeOf({ expiresAt }: Pick<TopUpQuote, 'expiresAt'>, now: number): number {
  const left = Date.parse(expiresAt) - now;
  const isClear = left > 0 && left <= FROZEN_MS;
  return Math.max(0, (isClear ? left : FROZEN_MS) - MARGIN_MS);
}

/** "9:05" */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function isSameSum(a: Pick<TopUpQuote, 'toPay'>, b: Pick<TopUpQuote, 'toPay'>): boolean {
  return a.toPay.amount === b.toPay.amount && a.toPay.currency === b.toPay.currency;
}

/** "14:32", in the reader's own time: only for what is filled in by the browser. */
export function clockText(moment: string): string {
  return new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' }).format(new Date(moment));
}
