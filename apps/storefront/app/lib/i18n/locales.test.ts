import {
  FALLBACK_LANGUAGE,
  LANGUAGE_TAGS,
  LANGUAGES,
  type Language,
  MAX_BASKET_PRODUCTS,
} from '@oyna/domain/constants';
import { describe, expect, it } from 'vitest';

/** Complete in three languages, and nothing left over. Pages never mix languages because of this file. */

const files = import.meta.glob<Record<string, string>>('../../../public/locales/*/*.json', {
  eager: true,
  import: 'default',
});
const sources = Object.entries(
  import.meta.glob<string>(['../../**/*.{ts,tsx}', '../../../../../packages/ui/src/*.tsx'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
).filter(([path]) => !path.includes('.test.'));

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Names, and words that are the same in Kazakh and Russian. Each was checked by hand. */
const SAME_IN_ANOTHER_LANGUAGE = new Set([
  'Интерфейс',
  'Процессор',
  '{{size}} ГБ',
  '{{size}} МБ',
  ...['Steam', 'PUBG Mobile', 'Telegram', 'Instagram', 'Мир', 'Карта', 'FAQ'],
  'комиссия {{percent}}\u00a0%',
  'Комиссия {{percent}}\u00a0%',
  ...['Каталог', 'Валюта', 'Профиль', 'Платформа', 'Галерея', 'Бразилия', 'Польша', 'Логин', 'Аккаунт'],
]);

const texts = new Map<string, Map<Language, Record<string, string>>>();
for (const [path, content] of Object.entries(files)) {
  const [language, file = ''] = path.split('/').slice(-2);
  const namespace = file.replace('.json', '');
  const known = texts.get(namespace) ?? new Map<Language, Record<string, string>>();
  texts.set(namespace, known.set(language as Language, content));
}

const of = (namespace: string, language: Language) => texts.get(namespace)?.get(language) ?? {};
const baseKeys = (namespace: string, language: Language) =>
  [...new Set(Object.keys(of(namespace, language)).map((key) => key.replace(PLURAL, '')))].sort();

describe.each([...texts.keys()])('%s', (namespace) => {
  const russian = of(namespace, FALLBACK_LANGUAGE);

  it.each(LANGUAGES)('has every key in %s, and none is empty', (language) => {
    expect(baseKeys(namespace, language)).toEqual(baseKeys(namespace, FALLBACK_LANGUAGE));
    const empty = Object.entries(of(namespace, language)).filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  it.each(LANGUAGES)('counts with all the forms that %s has', (language) => {
    const forms = new Intl.PluralRules(LANGUAGE_TAGS[language]).resolvedOptions().pluralCategories.toSorted();
    const keys = Object.keys(of(namespace, language)).filter((key) => PLURAL.test(key));
    for (const base of new Set(keys.map((key) => key.replace(PLURAL, '')))) {
      const own = keys.filter((key) => key.replace(PLURAL, '') === base).map((key) => PLURAL.exec(key)?.[1]);
      expect({ base, forms: own.sort() }).toEqual({ base, forms });
    }
  });

  it.each(LANGUAGES)('uses the same values in %s', (language) => {
    const valuesOf = (text: string) => [...text.matchAll(/{{\s*([\w-]+)\s*}}/g)].map(([, name]) => name).sort();
    for (const [key, text] of Object.entries(of(namespace, language))) {
      const model = russian[key] ?? russian[`${key.replace(PLURAL, '')}_other`] ?? '';
      expect({ key, values: valuesOf(text) }).toEqual({ key, values: valuesOf(model) });
    }
  });

  it.each(LANGUAGES)('uses nothing of i18next in %s that the browser does not know', (language) => {
    const strange = Object.entries(of(namespace, language)).filter(([, text]) =>
      /\$t\(|{{[^}]*[,.-][^}]*}}/.test(text),
    );
    expect(strange).toEqual([]);
  });

  it.each(['en', 'kz'] as const)('is translated into %s', (language) => {
    const untranslated = Object.entries(of(namespace, language)).filter(([key, text]) => {
      const hasWords = /\p{L}/u.test(text.replace(/{{[^}]*}}/g, ''));
      return hasWords && text === russian[key] && !SAME_IN_ANOTHER_LANGUAGE.has(text);
    });
    expect(untranslated).toEqual([]);
  });

  it('has no unused key', () => {
    const unused = baseKeys(namespace, FALLBACK_LANGUAGE).filter((key) => !isUsed(key));
    expect(unused).toEqual([]);
  });
});

it.each(LANGUAGES)('names the limit of a cart in %s', (language) => {
  expect(of('cart', language)['refused-full']).toContain(String(MAX_BASKET_PRODUCTS));
  expect(of('product', language)['basket-full']).toContain(String(MAX_BASKET_PRODUCTS));
});

const code = sources.map(([, text]) => text).join('\n');
const literals = new Set([...code.matchAll(/['"]([a-z0-9][\w-]*)['"]/gi)].map(([, key]) => key));
/** A key put together from parts, as in t(`status-${id}`), counts for all keys that begin so. */
const beginnings = [...new Set([...code.matchAll(/`([a-z][a-z0-9-]*-)\$\{/g)].map(([, start = '']) => start))];

function isUsed(key: string): boolean {
  return literals.has(key) || beginnings.some((start) => key.startsWith(start));
}
