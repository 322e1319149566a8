import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@oyna/domain/constants';
import { toLanguage } from '@oyna/domain/preferences';
import { type Texts, type TextValues, translate } from '@oyna/domain/translate';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import type { TextFiles } from '../texts/text-files.ts';

type Namespace = keyof TextFiles;
type PluralSuffix = '_zero' | '_one' | '_two' | '_few' | '_many' | '_other';
type BaseKey<Key> = Key extends `${infer Base}${PluralSuffix}` ? Base : Key;
type TextKey<Name extends Namespace> = BaseKey<keyof TextFiles[Name] & string>;

/** Returns the text of a key. `count` chooses the plural form, other values fill {{gaps}}. */
export type Translate<Name extends Namespace> = (key: TextKey<Name>, values?: TextValues) => string;

const STORAGE_KEY = 'language';
const SOURCES: Record<Language, () => Promise<{ default: Record<string, Texts> }>> = {
  ru: () => import('../texts/ru.ts'),
  en: () => import('../texts/en.ts'),
  kz: () => import('../texts/kz.ts'),
};
const loaded = new Map<Language, Record<string, Texts>>();

/** All texts of a language are one file. */
export async function loadTexts(language: Language): Promise<void> {
  if (!loaded.has(language)) loaded.set(language, (await SOURCES[language]()).default);
}

export function readLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  return [stored, ...navigator.languages].map(toLanguage).find((language) => language !== undefined) ?? 'ru';
}

export const storeLanguage = (language: Language): void => localStorage.setItem(STORAGE_KEY, language);

interface LanguageChoice {
  language: Language;
  setLanguage(language: Language): Promise<void>;
}

const LanguageContext = createContext<LanguageChoice | undefined>(undefined);

export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, choose] = useState(initial);
  useEffect(() => {
    document.documentElement.lang = LANGUAGE_TAGS[language];
  }, [language]);
  const setLanguage = useCallback(async (next: Language) => {
    await loadTexts(next);
    storeLanguage(next);
    choose(next);
  }, []);
  const value = useMemo(() => ({ language, setLanguage }), [language, setLanguage]);
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageChoice {
  const choice = use(LanguageContext);
  if (!choice) throw new Error('LanguageProvider is missing');
  return choice;
}

/** `const t = useTexts('orders'); t('title')`. The texts are in app/texts/{ru,en,kz}/orders.json. */
export function useTexts<Name extends Namespace>(name: Name): Translate<Name> {
  const { language } = useLanguage();
  return useCallback((key, values) => translate(loaded.get(language)?.[name], key, language, values), [language, name]);
}

export const LANGUAGE_NAMES: Record<Language, string> = { ru: 'Русский', en: 'English', kz: 'Қазақша' };
export const LANGUAGE_CHOICES = LANGUAGES.map((language) => ({ language, name: LANGUAGE_NAMES[language] }));
