import { DEFAULT_THEME, PREFERENCE_COOKIES, type Theme } from '@oyna/domain/preferences';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { writeCookie } from '../cookies.ts';

interface ThemeChoice {
  theme: Theme;
  setTheme(theme: Theme): void;
}

const ThemeContext = createContext<ThemeChoice>({ theme: DEFAULT_THEME, setTheme: () => {} });

/** Starts from what the server rendered, so that no page flashes in another theme. */
export function ThemeProvider({ initial, children }: { initial: Theme; children: ReactNode }) {
  const [theme, choose] = useState(initial);
  const setTheme = useCallback((next: Theme) => {
    choose(next);
    writeCookie(PREFERENCE_COOKIES.theme, next);
  }, []);
  const value = useMemo(() => ({ theme, setTheme }), [theme, setTheme]);
  return <ThemeContext value={value}>{children}</ThemeContext>;
}

export function useTheme(): ThemeChoice {
  return use(ThemeContext);
}
