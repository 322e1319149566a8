import { expect, it } from 'vitest';
import { countText } from './count-text.server.ts';

it.each([
  { count: 0, isMore: false, texts: ['0', '0', '0'] },
  { count: 999, isMore: false, texts: ['999', '999', '999'] },
  { count: 1000, isMore: false, texts: ['1\u00a0000', '1,000', '1\u00a0000'] },
  { count: 1000, isMore: true, texts: ['1\u00a0000+', '1,000+', '1\u00a0000+'] },
  { count: 1234567, isMore: false, texts: ['1\u00a0234\u00a0567', '1,234,567', '1\u00a0234\u00a0567'] },
])('shows $count, a lower bound: $isMore', ({ texts, ...counted }) => {
  expect((['ru', 'en', 'kz'] as const).map((language) => countText(counted, language))).toEqual(texts);
});
