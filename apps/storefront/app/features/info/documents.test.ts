import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '@oyna/domain/constants';
import { describe, expect, it } from 'vitest';
import { readLegalDocument } from './legal-markdown.ts';

/** The legal texts have the same structure in three languages. */

const files = import.meta.glob<string>('./documents/*/*.md', { eager: true, query: '?raw', import: 'default' });
const NAMES = ['user-agreement', 'policy', 'public-offer', 'platron-documentation'];
const VALUES = {
  storeName: 'Oyna',
  publicUrl: 'https://oyna.example',
  supportEmail: 's@x',
  partnersEmail: 'p@x',
  seller: 'S',
};

const textOf = (name: string, language: Language) => files[`./documents/${language}/${name}.md`] ?? '';
const read = (name: string, language: Language) => readLegalDocument(textOf(name, language), VALUES);
/** The structure of the HTML without its texts. */
const skeletonOf = (html: string) => html.match(/<(h2 id="[^"]+"|\w+|a href="[^"]+"[^>]*)>/g);
const gapsOf = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).toSorted();

describe.each(NAMES)('%s', (name) => {
  it.each(LANGUAGES)('has the same sections, paragraphs, links and gaps in %s', (language) => {
    const [own, model] = [read(name, language), read(name, FALLBACK_LANGUAGE)];
    expect(own.sections.map(({ id }) => id)).toEqual(model.sections.map(({ id }) => id));
    expect(skeletonOf(own.html)).toEqual(skeletonOf(model.html));
    expect(gapsOf(textOf(name, language))).toEqual(gapsOf(textOf(name, FALLBACK_LANGUAGE)));
    expect(own.updated).toBe(model.updated);
  });

  it('is written in its language', () => {
    const wordsOf = (language: Language) =>
      new Set(
        read(name, language)
          .html.toLowerCase()
          .match(/\p{L}{4,}/gu),
      );
    const [ru, en, kz] = [wordsOf('ru'), wordsOf('en'), wordsOf('kz')];
    expect([...en].filter((word) => /[\u0400-\u04ff]/i.test(word))).toEqual([]);
    // Names of laws and cookies apart, a Kazakh sentence shares hardly a word with a Russian one.
    const shared = [...kz].filter((word) => /[а-я]/.test(word) && ru.has(word));
    expect(shared.length / kz.size).toBeLessThan(0.12);
    expect(read(name, 'kz').html).toMatch(/ә.*ғ|ғ.*ә/is);
  });

  it('links only to sections that exist', () => {
    for (const [, path = '', id = ''] of read(name, 'ru').html.matchAll(/href="\/([a-z-]+)#([a-z-]+)"/g)) {
      if (path === 'support') expect(id).toBe('contact-point');
      else expect(read(path, 'ru').sections.map((section) => section.id)).toContain(id);
    }
  });
});
