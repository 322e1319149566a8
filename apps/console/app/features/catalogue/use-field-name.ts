import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { nameOfField } from './field-name.ts';

export function useFieldName(): (path: string) => string {
  const t = useTexts('catalogue');
  const { language } = useLanguage();
  return (path) => nameOfField(path, t, language);
}
