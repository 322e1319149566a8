import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LANGUAGES } from './constants.ts';
import { editionName, orderedName } from './edition-name.ts';

it.each([
  ['1 month', 'ru', '1\u00a0месяц'],
  ['3 months', 'ru', '3\u00a0месяца'],
  ['12 months', 'ru', '12\u00a0месяцев'],
  ['21 days', 'ru', '21\u00a0день'],
  ['60 days', 'ru', '60\u00a0дней'],
  ['1 month', 'en', '1\u00a0month'],
  ['60 days', 'en', '60\u00a0days'],
  ['12 months', 'kz', '12\u00a0ай'],
  ['60 days', 'kz', '60\u00a0күн'],
  ['Wallet top-up', 'ru', 'Пополнение кошелька'],
  ['Wallet top-up', 'kz', 'Әмиянды толықтыру'],
] as const)('translates %s into %s', (edition, language, name) => {
  expect(editionName(edition, language)).toBe(name);
});

it('groups the digits of large amounts as prices do', () => {
  expect(editionName('16200 UC', 'ru')).toBe('16\u00a0200\u00a0UC');
  expect(editionName('16200 UC', 'en')).toBe('16,200\u00a0UC');
  expect(editionName('60 UC', 'ru')).toBe('60\u00a0UC');
});

it('leaves other names as they are', () => {
  expect(editionName('Complete Edition', 'ru')).toBe('Complete Edition');
  expect(editionName('Bull Shark, 600 000 GTA$', 'ru')).toBe('Bull Shark, 600 000 GTA$');
});

it('translates the edition of an ordered product and keeps the name of its game', () => {
  expect(orderedName('PlayStation Plus Essential — 1 month', 'ru')).toBe('PlayStation Plus Essential — 1\u00a0месяц');
  expect(orderedName('Ori — 2 days — 60 days', 'kz')).toBe('Ori — 2 days — 60\u00a0күн');
  expect(orderedName('Steam Wallet', 'en')).toBe('Steam Wallet');
});

it('keeps the game of any ordered product', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom(...LANGUAGES), (game, edition, language) => {
      fc.pre(!edition.includes(' — '));
      expect(orderedName(`${game} — ${edition}`, language)).toBe(`${game} — ${editionName(edition, language)}`);
    }),
  );
});
