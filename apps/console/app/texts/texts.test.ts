import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@oyna/domain/constants';
import { PERMISSIONS } from '@oyna/domain/permissions';
import { describe, expect, it } from 'vitest';

/** Complete in three languages, and nothing left over. */

const files = import.meta.glob<Record<string, string>>('./*/*.json', { eager: true, import: 'default' });
const sources = Object.entries(
  import.meta.glob<string>(['../**/*.{ts,tsx}', '../../../../packages/ui/src/*.tsx', '!../**/*.test.ts'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
);

const PLURAL = /_(zero|one|two|few|many|other)$/;
/** Words that Kazakh and Russian share, and names. */
const SAME_IN_ANOTHER_LANGUAGE = new Set([
  'Геймпад',
  'Процессор',
  'Автор',
  'аккаунт',
  'Валюта',
  'Бразилия',
  'Бюджет, $',
  'Клиент',
  'Код',
  'Логин',
  'Маржа',
  'Оператор',
  'Операторлар',
  'Партия',
  'Платформа',
  'Польша',
  'Промокод',
  'Профиль',
  'Телефон',
  '{{label}} (Алматы)',
  '{{value}} млн',
  '{{value}} млрд',
]);

const names = [...new Set(Object.keys(files).map((path) => path.split('/').at(-1)?.replace('.json', '') ?? ''))];
const textsOf = (language: Language, name: string) => files[`./${language}/${name}.json`] ?? {};
const baseKeys = (texts: Record<string, string>) =>
  [...new Set(Object.keys(texts).map((key) => key.replace(PLURAL, '')))].sort();
const gapsOf = (text: string) => [...text.matchAll(/{{\s*([\w-]+)\s*}}/g)].map(([, gap]) => gap).sort();

describe.each(names)('%s', (name) => {
  const russian = textsOf('ru', name);

  it.each(LANGUAGES)('has every key in %s, and none is empty', (language) => {
    expect(baseKeys(textsOf(language, name))).toEqual(baseKeys(russian));
    expect(Object.entries(textsOf(language, name)).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it.each(LANGUAGES)('asks for the same values in %s', (language) => {
    for (const [key, text] of Object.entries(textsOf(language, name))) {
      const model = russian[key] ?? russian[`${key.replace(PLURAL, '')}_other`] ?? '';
      expect({ key, gaps: gapsOf(text) }).toEqual({ key, gaps: gapsOf(model) });
    }
  });

  it.each(LANGUAGES)('counts with all the forms that %s has', (language) => {
    const forms = new Intl.PluralRules(LANGUAGE_TAGS[language]).resolvedOptions().pluralCategories.toSorted();
    const keys = Object.keys(textsOf(language, name)).filter((key) => PLURAL.test(key));
    for (const base of new Set(keys.map((key) => key.replace(PLURAL, '')))) {
      const own = keys.filter((key) => key.replace(PLURAL, '') === base).map((key) => PLURAL.exec(key)?.[1]);
      expect({ base, forms: own.sort() }).toEqual({ base, forms });
    }
  });

  it.each(['en', 'kz'] as const)('is translated into %s', (language) => {
    const untranslated = Object.entries(textsOf(language, name)).filter(([key, text]) => {
      const hasWords = /\p{L}/u.test(text.replace(/{{[^}]*}}/g, ''));
      return hasWords && text === russian[key] && !SAME_IN_ANOTHER_LANGUAGE.has(text);
    });
    expect(untranslated).toEqual([]);
  });

  it('has no key without a use', () => {
    // Permissions and codes of errors come from the server.
    const isFromServer = name === 'permissions' || name === 'errors';
    expect(baseKeys(russian).filter((key) => !isFromServer && !isUsed(key))).toEqual([]);
  });
});

it('names every permission', () => {
  expect(Object.keys(textsOf('ru', 'permissions')).toSorted()).toEqual(PERMISSIONS.toSorted());
});

const code = sources.map(([, text]) => text).join('\n');
const literals = new Set([...code.matchAll(/['"]([a-z0-9][\w:-]*)['"]/gi)].map(([, key]) => key));
/** A key put together from parts, as in t(`status-${id}`), counts for all keys that begin so. */
const beginnings = [...new Set([...code.matchAll(/`([a-z][a-z0-9-]*-)\$\{/g)].map(([, start = '']) => start))];
/** The same for keys that end alike, as in t(`${action}-title`). */
const endings = [...new Set([...code.matchAll(/`\$\{\w+\}(-[a-z0-9-]+)`/g)].map(([, end = '']) => end))];

function isUsed(key: string): boolean {
  return (
    literals.has(key) || beginnings.some((start) => key.startsWith(start)) || endings.some((end) => key.endsWith(end))
  );
}
