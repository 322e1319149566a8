import type { Language } from '@oyna/domain/constants';
import type { TFunction } from 'i18next';

const NO_BREAK_SPACE = '\u00a0';

/** The catalogue has one name for all languages: terms are translated here, and large numbers get their spaces. */
export function editionName(edition: string, t: TFunction<'product'>, language: Language): string {
  const [, count, unit] = /^(\d+) (month|day)s?$/.exec(edition) ?? [];
  if (unit === 'month') return t('months', { count: Number(count) });
  if (unit === 'day') return t('days', { count: Number(count) });
  if (edition === 'Wallet top-up') return t('wallet-top-up');
  const separator = language === 'en' ? ',' : NO_BREAK_SPACE;
  // "60 UC" stays in one piece wherever the line ends.
  return edition
    .replace(/^\d{4,}/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, separator))
    .replace(/^([\d,\u00a0]+) /, `$1${NO_BREAK_SPACE}`);
}
