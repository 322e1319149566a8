import { createContext, type ReactNode, use } from 'react';
import { useCurrency } from './currency/currency-context.tsx';
import { useI18n } from './i18n/use-translation.ts';
import { useTheme } from './theme/theme-context.tsx';

/** How a page that is being rendered on the server takes up markup that an earlier one has made. */
export interface MarkupReuse {
  /** A text that stands for the markup, if there is any. */
  find(of: object, key: string): string | undefined;
  /** Two texts to stand before and after it, so that it is found in the page. */
  record(of: object, key: string): { before: string; after: string };
}

/** In browsers there is none. */
export const MarkupReuseContext = createContext<MarkupReuse | undefined>(undefined);

interface ReusedProps {
  /** The data it shows: the same object, the same markup. It is forgotten together with the object. */
  of: object;
  /** What else it depends on, and which part it is where several are made of the same object. */
  id?: string;
  /** Begins and ends with an element. */
  children: () => ReactNode;
}

/**
 * A part of a page that depends on its data, its id, on language, currency and theme, and on nothing else. The server
 * renders it once; browsers wake it up like anything else (docs/decisions/010).
 */
export function Reused({ of, id = '', children }: ReusedProps) {
  const reuse = use(MarkupReuseContext);
  const { language } = useI18n();
  const { active, list } = useCurrency();
  const { theme } = useTheme();
  const key = `${id} ${language} ${active?.name} ${active?.amount} ${list.length} ${theme}`;
  const known = reuse?.find(of, key);
  if (known !== undefined) return known;
  const marks = reuse?.record(of, key);
  return (
    <>
      {marks?.before}
      {children()}
      {marks?.after}
    </>
  );
}
