import { useEffect, useRef } from 'react';
import { detectLanguage, readBrowserHints } from './browser-language.ts';
import { useLanguageSwitch } from './use-language-switch.ts';
import { useI18n } from './use-translation.ts';

/** Applies a language that only the browser's storage has (its cookie is gone) after hydration. */
export function useStoredLanguage(): void {
  const { language } = useI18n();
  const switchTo = useLanguageSwitch();
  const isChecked = useRef(false);
  useEffect(() => {
    if (isChecked.current) return;
    isChecked.current = true;
    const wanted = detectLanguage(readBrowserHints());
    if (wanted && wanted !== language) void switchTo(wanted);
  }, [language, switchTo]);
}
