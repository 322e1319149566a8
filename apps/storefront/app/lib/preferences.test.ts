import { expect, it } from 'vitest';
import { readPreferences } from './preferences.ts';

const read = (url: string, headers: Record<string, string> = {}) => readPreferences(new Request(url, { headers }));

it('reads everything a page depends on from its request', () => {
  const cookie = 'i18next=kz; activeCurrency=RUB; theme=light';
  expect(read('http://store/?lng=en', { cookie })).toEqual({ language: 'en', currency: 'RUB', theme: 'light' });
  expect(read('http://store/', { cookie })).toEqual({ language: 'kz', currency: 'RUB', theme: 'light' });
});

it('has an answer for a request that says nothing', () => {
  expect(read('http://store/')).toEqual({ language: 'ru', currency: undefined, theme: 'dark' });
  expect(read('http://store/', { cookie: 'theme=blue' }).theme).toBe('dark');
});
