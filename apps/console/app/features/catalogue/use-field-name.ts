import { useTexts } from '../../lib/texts.tsx';
import { nameOfField } from './field-name.ts';

export function useFieldName(): (path: string) => string {
  const t = useTexts('catalogue');
  return (path) => nameOfField(path, t);
}
