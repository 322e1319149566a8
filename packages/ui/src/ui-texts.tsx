import { createContext, type ReactNode, use } from 'react';

type TextKey =
  | 'breadcrumb'
  | 'close'
  | 'decrease'
  | 'hide-password'
  | 'increase'
  | 'next-page'
  | 'page-number'
  | 'pages'
  | 'previous-page'
  | 'request-id'
  | 'retry'
  | 'scroll-back'
  | 'scroll-on'
  | 'show-password';

/** Returns the text of a key in the language of the page. `page-number` takes the number as `page`. */
export type UiTexts = (key: TextKey, values?: { page: number }) => string;

const UiTextsContext = createContext<UiTexts | undefined>(undefined);

/** Gives the components the few texts that no caller passes to them, such as the label of a close button. */
export function UiTextsProvider({ texts, children }: { texts: UiTexts; children: ReactNode }) {
  return <UiTextsContext value={texts}>{children}</UiTextsContext>;
}

export function useUiTexts(): UiTexts {
  const texts = use(UiTextsContext);
  if (!texts) throw new Error('UiTextsProvider is missing');
  return texts;
}
