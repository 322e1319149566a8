import { useLanguage } from './texts.tsx';

/** Hundredths of a percent as "12,5 %". */
export function usePercentText(): (basisPoints: number | null) => string {
  const { language } = useLanguage();
  return (basisPoints) => {
    if (basisPoints === null) return '–';
    const text = (basisPoints / 100).toFixed(1).replace('-', '−');
    return `${language === 'en' ? text : text.replace('.', ',')} %`;
  };
}
