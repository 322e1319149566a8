import { type Translate, useTexts } from './texts.tsx';

type TextKey = Parameters<Translate<'audit'>>[0];

/** The name of an action in the operator's language. An action of a later version has its own words. */
export function useActionText(): (action: string) => string {
  const t = useTexts('audit');
  return (action) => {
    const key = `action-${action.replaceAll(' ', '-')}`;
    const text = t(`action-${action.replaceAll(' ', '-')}` as TextKey);
    return text === key ? action : text;
  };
}
