import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { editionName } from './edition-name.ts';

const t = ((key: string, { count }: { count: number }) => `${count} ${key}`) as unknown as TFunction<'product'>;

it('translates terms', () => {
  expect(editionName('12 months', t, 'ru')).toBe('12 months');
  expect(editionName('1 month', t, 'ru')).toBe('1 months');
  expect(editionName('60 days', t, 'kz')).toBe('60 days');
});

it('groups the digits of large amounts as prices do', () => {
  expect(editionName('16200 UC', t, 'ru')).toBe('16\u00a0200\u00a0UC');
  expect(editionName('16200 UC', t, 'en')).toBe('16,200\u00a0UC');
  expect(editionName('60 UC', t, 'ru')).toBe('60\u00a0UC');
});

it('leaves names as they are', () => {
  expect(editionName('Complete Edition', t, 'ru')).toBe('Complete Edition');
  expect(editionName('Bull Shark, 600 000 GTA$', t, 'ru')).toBe('Bull Shark, 600 000 GTA$');
});
