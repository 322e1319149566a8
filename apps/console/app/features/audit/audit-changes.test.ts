import { expect, it } from 'vitest';
import { changesOf } from './audit-changes.ts';

it('puts the fields of both states side by side', () => {
  expect(changesOf({ role: 'support', limit: 5 }, { role: 'manager', name: ['a'] })).toEqual([
    { field: 'role', before: 'support', after: 'manager' },
    { field: 'limit', before: '5', after: '–' },
    { field: 'name', before: '–', after: '["a"]' },
  ]);
});

it('shows a state that is no object, and nothing where there is none', () => {
  expect(changesOf(null, 'open')).toEqual([{ field: '', before: '–', after: 'open' }]);
  expect(changesOf(null, undefined)).toEqual([]);
});
