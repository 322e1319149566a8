import { expect, it } from 'vitest';
import { createRequestKeys } from './request-key.ts';

it('repeats the key of a request that was not answered', () => {
  const keys = createRequestKeys();
  const first = keys.keyOf({ text: 'Asked by phone' });
  expect(first).toMatch(/^[\w-]{16,64}$/);
  expect(keys.keyOf({ text: 'Asked by phone' })).toBe(first);
});

it('gives another content, and the same content after an answer, a new key', () => {
  const keys = createRequestKeys();
  const first = keys.keyOf('one');
  const second = keys.keyOf('two');
  expect(second).not.toBe(first);
  keys.done();
  expect(keys.keyOf('two')).not.toBe(second);
});
