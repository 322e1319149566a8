import { useEffect, useRef } from 'react';
import { detectLanguage, readBrowserHints } from './browser-language.ts';
import { useLanguageSwitch } from './use-language-switch.ts';
import { useI18n } from './use-translation.ts';

/** A choice that only this browser's storage knew of (its cookie is gone) takes effect as soon as the page is waitForHydration. */
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
