import { FALLBACK_LANGUAGE } from '@oyna/domain/constants';
import { DEFAULT_THEME, type Preferences } from '@oyna/domain/preferences';
import { createContext, type RouterContextProvider } from 'react-router';

/** The server reads the visitor's preferences once. The pages get the result and never see cookies or headers. */
export const preferencesContext = createContext<Preferences>();

/** `react-router dev` has no Fastify server. The browser applies the stored choices after the page has loaded. */
const DEVELOPMENT_PREFERENCES: Preferences = {
  language: FALLBACK_LANGUAGE,
  currency: undefined,
  theme: DEFAULT_THEME,
};

export function preferencesOf(context: Readonly<RouterContextProvider>): Preferences {
  try {
    return context.get(preferencesContext);
  } catch (error) {
    if (import.meta.env.DEV) return DEVELOPMENT_PREFERENCES;
    throw error;
  }
}
