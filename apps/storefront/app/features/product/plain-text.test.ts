import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it('leaves the words', () => {
  expect(plainText('<p>Tom &amp; <strong>Jerry</strong></p><p>Two</p>')).toBe('Tom & Jerry Two');
});

it('ends with a whole word', () => {
  expect(plainText('<p>one two, three</p>', 10)).toBe('one two…');
});
