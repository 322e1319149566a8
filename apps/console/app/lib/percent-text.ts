import type { Language } from '@oyna/domain/constants';
import { useLanguage } from './texts.tsx';

const NO_BREAK_SPACE = '\u00a0';

/** "12,5 %", and in English "12.5%". */
export function percentText(percent: number, decimals: number, language: Language): string {
  const text = percent.toFixed(decimals).replace('-', '−');
  return language === 'en' ? `${text}%` : `${text.replace('.', ',')}${NO_BREAK_SPACE}%`;
}

/** Hundredths of a percent with one decimal. */
export function usePercentText(): (basisPoints: number | null) => string {
  const { language } = useLanguage();
  return (basisPoints) => (basisPoints === null ? '–' : percentText(basisPoints / 100, 1, language));
}

/** Whole percents, as of a discount. */
export function useWholePercentText(): (percent: number) => string {
  const { language } = useLanguage();
  return (percent) => percentText(percent, 0, language);
}
