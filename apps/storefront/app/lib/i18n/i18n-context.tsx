import type { Language } from '@oyna/domain/constants';
import type { i18n } from 'i18next';
import { createContext, type ReactNode, useEffect, useMemo, useState } from 'react';

interface I18nState {
  i18n: i18n;
  language: Language;
}

export const I18nContext = createContext<I18nState | undefined>(undefined);

export function I18nProvider({ i18n, children }: { i18n: i18n; children: ReactNode }) {
  const [language, setLanguage] = useState(i18n.language as Language);
  useEffect(() => {
    const onChange = (next: string) => setLanguage(next as Language);
    i18n.on('languageChanged', onChange);
    return () => i18n.off('languageChanged', onChange);
  }, [i18n]);
  const state = useMemo(() => ({ i18n, language }), [i18n, language]);
  return <I18nContext value={state}>{children}</I18nContext>;
}
