import type { Language } from '@oyna/domain/constants';
import type { BackendModule, i18n } from 'i18next';
import { createI18n, i18nOptions, teachPlurals } from './create-i18n.ts';
import { localeUrl } from './namespaces.ts';

/** A failed read is handed back with `true`, which asks i18next to try again (spec §9: 5 times, 350 ms, doubling). */
const loader: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init() {},
  read(language, namespace, callback) {
    fetch(localeUrl(language, namespace))
      .then((response) => {
        if (!response.ok) throw new Error(`${namespace}: ${response.status}`);
        return response.json();
      })
      .then((texts) => callback(null, texts))
      .catch((error: unknown) => callback(error instanceof Error ? error : String(error), true));
  },
};

/** Only the language of the page is loaded: the texts of all three are complete, a test sees to that. */
export async function startBrowserI18n(language: Language, namespaces: string[]): Promise<i18n> {
  const instance = createI18n();
  await instance.use(loader).init({ ...i18nOptions(language), ns: namespaces, fallbackLng: false });
  teachPlurals(instance);
  const missing = namespaces.filter((namespace) => !instance.hasResourceBundle(language, namespace));
  if (missing.length > 0) throw new Error(`no texts: ${missing.join(', ')}`);
  return instance;
}
