import { expect, it } from 'vitest';
import texts from '../../texts/en/catalogue.json' with { type: 'json' };
import { hasField, nameOfField } from './field-name.ts';

const words: Record<string, string> = texts;

it.each([
  ['name', 'Name'],
  ['description.en', 'Description, English'],
  ['title.kz', 'Title, Қазақша'],
  ['offers', 'Offers'],
  ['offers.0.price', 'Offers 1, Price, $'],
  ['offers.11.platform', 'Offers 12, Platform'],
  ['genres.2', 'Genres 3'],
  ['languages.audio.0', 'Languages of the voices 1'],
  ['languages', 'languages'],
  ['requirements.minimum.os', 'System requirements, Minimum, System'],
  ['requirements.note.ru', 'System requirements, Note on the requirements, Русский'],
  ['relation.base', 'Relation to another game, Number of the base game'],
  ['art.hue', 'art, hue'],
])('%s is called "%s"', (path, name) => {
  expect(nameOfField(path, (key) => words[key] ?? key, 'en')).toBe(name);
});

it('knows which fields the form does not show', () => {
  const paths = ['name', 'offers.0.type', 'languages.audio', 'requirements', 'art.hue', 'toString'];
  expect(paths.filter((path) => !hasField(path))).toEqual(['art.hue', 'toString']);
});
