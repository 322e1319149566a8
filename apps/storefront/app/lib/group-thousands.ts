import type { Language } from '@oyna/domain/constants';

/** By hand, as prices are: the server and the browser need not have the same Intl data. */
export function groupThousands(text: string, language: Language): string {
  return text.replace(/\B(?=(\d{3})+(?!\d))/g, language === 'en' ? ',' : '\u00a0');
}
