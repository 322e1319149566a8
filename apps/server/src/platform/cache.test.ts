import { expect, it } from 'vitest';
import { createCache } from './cache.ts';

interface Text {
  text: string;
}
const sizeOf = ({ text }: Text) => text.length;

it('removes the least recently used entry when the limit is reached', () => {
  const cache = createCache<Text>({ maxSize: 10, sizeOf });
  cache.set('a', { text: 'aaaa' });
  cache.set('b', { text: 'bbbb' });
  cache.find('a');
  cache.set('c', { text: 'cccc' });
  expect(cache.find('a')).toEqual({ text: 'aaaa' });
  expect(cache.find('b')).toBeUndefined();
  expect(cache.measure()).toEqual({ entries: 2, size: 8 });
});

it('measures an entry again when its value is replaced', () => {
  const cache = createCache<Text>({ maxSize: 10, sizeOf });
  cache.set('a', { text: 'a' });
  cache.set('a', { text: 'aaaa' });
  expect(cache.measure()).toEqual({ entries: 1, size: 4 });
});

it('keeps its entries when a value is larger than the whole cache', () => {
  const cache = createCache<Text>({ maxSize: 10, sizeOf });
  cache.set('a', { text: 'a' });
  cache.set('b', { text: 'b'.repeat(11) });
  expect(cache.find('a')).toBeDefined();
  expect(cache.find('b')).toBeUndefined();
});

it('stores nothing when its limit is 0', () => {
  const cache = createCache<Text>({ maxSize: 0 });
  cache.set('a', { text: '' });
  expect(cache.measure()).toEqual({ entries: 0, size: 0 });
});

it('is empty after clear', () => {
  const cache = createCache<Text>({ maxSize: 10, maxAgeMs: 1_000 });
  cache.set('a', { text: 'a' });
  cache.clear();
  expect(cache.find('a')).toBeUndefined();
});
