import type { Language } from '@oyna/domain/constants';
import { createContext, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { TextSource } from './text-source.ts';

interface I18nState {
  i18n: TextSource;
  language: Language;
}

export const I18nContext = createContext<I18nState | undefined>(undefined);

export function I18nProvider({ i18n, children }: { i18n: TextSource; children: ReactNode }) {
  const [language, setLanguage] = useState(i18n.language as Language);
  useEffect(() => {
    const onChange = (next: string) => setLanguage(next as Language);
    i18n.on('languageChanged', onChange);
    return () => i18n.off('languageChanged', onChange);
  }, [i18n]);
  const state = useMemo(() => ({ i18n, language }), [i18n, language]);
  return <I18nContext value={state}>{children}</I18nContext>;
}
