import type { Language } from '@oyna/domain/constants';

/**
 * Where texts come from: i18next on the server, a kilobyte of the same in the browser (browser-texts.ts). The names are
 * i18next's.
 */
export interface TextSource {
  readonly language: string;
  hasResourceBundle(language: string, namespace: string): boolean;
  loadNamespaces(namespace: string): Promise<void>;
  loadLanguages(language: Language): Promise<void>;
  changeLanguage(language: Language): Promise<unknown>;
  getFixedT(language: string, namespace: string): (key: string, values?: TextValues) => string;
  on(event: 'languageChanged', listener: (language: string) => void): void;
  off(event: 'languageChanged', listener: (language: string) => void): void;
}

export interface TextValues {
  count?: number;
  [name: string]: string | number | undefined;
}
