import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@oyna/domain/constants';
import { type Texts, translate } from '@oyna/domain/translate';
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';

const files = import.meta.glob<Texts>('../../../public/locales/*/*.json', { eager: true, import: 'default' });
const COUNTS = [0, 1, 2, 5, 11, 21, 22, 101, 1005];
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

/** i18next counts by the standard code of a language, which for Kazakh is not the store's. */
function i18nextTexts(language: Language, texts: Texts): (key: string, values?: object) => string {
  const instance = createInstance();
  const lng = LANGUAGE_TAGS[language];
  void instance.init({
    lng,
    keySeparator: false,
    interpolation: { escapeValue: false },
    resources: { [lng]: { translation: texts } },
    initAsync: false,
  });
  return (key, values) => String(instance.t(key as never, values as never));
}

describe.each(LANGUAGES)('texts in %s', (language) => {
  const own = Object.entries(files).filter(([path]) => path.includes(`/locales/${language}/`));

  it('are the same as i18next writes them', () => {
    expect(own.length).toBeGreaterThan(0);
    for (const [, texts] of own) {
      const t = i18nextTexts(language, texts);
      for (const [full, text] of Object.entries(texts)) {
        const key = withoutPlural(full);
        const names = [...text.matchAll(/{{\s*([\w-]+)\s*}}/g)].map(([, name = '']) => name);
        const values = Object.fromEntries(names.map((name) => [name, `<${name}> & "co"`]));
        const isPlural = key !== full;
        for (const count of isPlural ? COUNTS : [undefined]) {
          const given = count === undefined ? values : { ...values, count };
          expect(translate(texts, key, language, given)).toBe(t(key, given));
        }
        if (names.length === 0 && !isPlural) expect(translate(texts, key, language)).toBe(t(key));
      }
    }
  });
});

it('counts in Kazakh as Kazakh does, whatever the machine speaks', () => {
  const texts = { game_one: '{{count}} ойын бар', game_other: '{{count}} ойын' };
  expect(translate(texts, 'game', 'kz', { count: 2 })).toBe('2 ойын');
  expect(translate(texts, 'game', 'kz', { count: 1 })).toBe('1 ойын бар');
});

it('shows the key where there is no text', () => {
  expect(translate(undefined, 'nothing', 'ru')).toBe('nothing');
  expect(translate({}, 'nothing', 'ru', { count: 3 })).toBe('nothing');
});
