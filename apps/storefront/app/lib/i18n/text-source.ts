import type { Language } from '@oyna/domain/constants';
import type { TextValues } from '@oyna/domain/translate';

/** Where texts come from: texts.server.ts or browser-texts.ts. The method names are i18next's. */
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
