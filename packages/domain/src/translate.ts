import { LANGUAGE_TAGS, type Language } from './constants.ts';

export type Texts = Readonly<Record<string, string>>;

export interface TextValues {
  count?: number;
  [name: string]: string | number | undefined;
}

const rules = new Map<string, Intl.PluralRules>();

/** The part of i18next's format that the store's texts use: {{values}} and plurals. A test compares both. */
export function translate(texts: Texts | undefined, key: string, language: string, values?: TextValues): string {
  const { count } = values ?? {};
  const text = (count !== undefined && texts?.[`${key}_${pluralOf(language, count)}`]) || texts?.[key] || key;
  return values ? text.replace(/{{\s*([\w-]+)\s*}}/g, (_, name: string) => String(values[name] ?? '')) : text;
}

/** Intl knows Kazakh as `kk`. For `kz` it would use the default language of the machine. */
function pluralRules(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(LANGUAGE_TAGS[language as Language] ?? language);
  rules.set(language, known);
  return known;
}

function pluralOf(language: string, count: number): Intl.LDMLPluralRule {
  return pluralRules(language).select(count);
}
