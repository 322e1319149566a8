import { LANGUAGES } from '@oyna/domain/constants';
import { expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../features/audit/audit-actions.ts';

const texts = import.meta.glob<Record<string, string>>('./*/audit.json', { eager: true, import: 'default' });
const server = import.meta.glob<string>(['../../../server/src/**/*.ts', '!**/*.test.ts', '!**/{testing,demo}/**'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Words beside an action in the code of a service that records one. */
const OTHER_WORDS = ['vault', 'withdrawn', 'replace', 'wait'];

/** The words of `action: '…'` and `action = … ? '…' : '…'` in files that record. */
const recorded = Object.values(server)
  .filter((source) => source.includes('audit('))
  .flatMap((source) => [...source.matchAll(/\baction(?:: | = )([^,;}\n]*)/g)].map(([, code]) => code ?? ''))
  .flatMap((code) => [...code.matchAll(/'([a-z][a-z -]+)'/g)].map(([, action]) => action ?? ''))
  .filter((action) => !OTHER_WORDS.includes(action));

it('finds the actions of the server', () => {
  expect(new Set(recorded).size).toBeGreaterThan(50);
});

it('names every action that the server records', () => {
  expect([...new Set(recorded)].filter((action) => !AUDIT_ACTIONS.some((known) => known === action))).toEqual([]);
});

it.each(LANGUAGES)('has a text for every action in %s', (language) => {
  const missing = AUDIT_ACTIONS.filter(
    (action) => !texts[`./${language}/audit.json`]?.[`action-${action.replaceAll(' ', '-')}`],
  );
  expect(missing).toEqual([]);
});
