import { useTexts } from './texts.tsx';

const SOURCES = ['base', 'demo', 'national-bank'] as const;

/** Where a rate comes from, in the language of the operator. A source that is not known here keeps its technical name. */
export function useRateSource(): (source: string) => string {
  const t = useTexts('common');
  return (source) => {
    const known = SOURCES.find((name) => name === source);
    return known ? t(`rate-source-${known}`) : source;
  };
}
