import type { Theme } from '@oyna/domain/preferences';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';

interface ThemeChoice {
  theme: Theme;
  setTheme(theme: Theme): void;
}

const ThemeContext = createContext<ThemeChoice>({ theme: 'dark', setTheme: () => {} });

/** Starts from what public/theme.js has set before the first paint. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, choose] = useState<Theme>(() =>
    document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark',
  );
  const setTheme = useCallback((next: Theme) => {
    document.documentElement.dataset['theme'] = next;
    localStorage.setItem('theme', next);
    choose(next);
  }, []);
  const value = useMemo(() => ({ theme, setTheme }), [theme, setTheme]);
  return <ThemeContext value={value}>{children}</ThemeContext>;
}

export function useTheme(): ThemeChoice {
  return use(ThemeContext);
}
