import type { Language } from '@oyna/domain/constants';
import { guardDoubleClicks } from '@oyna/ui/double-click-guard';
import { ToastProvider } from '@oyna/ui/toast';
import { UiTextsProvider } from '@oyna/ui/ui-texts';
import type { ReactNode } from 'react';
import { LanguageProvider, useTexts } from '../lib/texts.tsx';
import { ThemeProvider } from '../lib/theme.tsx';

const TOAST_MS = 6_000;

// A list moves up when a row is done: the next row must not get the rest of a double click.
if (typeof window !== 'undefined') guardDoubleClicks(window, { ofSameControl: false });

/** What every screen needs, signed in or not. */
export function Providers({ initialLanguage, children }: { initialLanguage: Language; children: ReactNode }) {
  return (
    <LanguageProvider initial={initialLanguage}>
      <ThemeProvider>
        <ComponentTexts>
          <ToastProvider durationMs={TOAST_MS}>{children}</ToastProvider>
        </ComponentTexts>
      </ThemeProvider>
    </LanguageProvider>
  );
}

/** The texts of packages/ui. */
function ComponentTexts({ children }: { children: ReactNode }) {
  const t = useTexts('common');
  return <UiTextsProvider texts={(key) => t(key as Parameters<typeof t>[0])}>{children}</UiTextsProvider>;
}
