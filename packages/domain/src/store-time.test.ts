import { expect, it } from 'vitest';
import { storeDay } from './store-time.ts';

it('a day of the store begins at midnight in Almaty, five hours before that of UTC', () => {
  expect(storeDay(new Date('2026-03-05T18:59:59Z'))).toBe('2026-03-05');
  expect(storeDay(new Date('2026-03-05T19:00:00Z'))).toBe('2026-03-06');
  expect(storeDay(new Date('2026-12-30T23:30:00Z'))).toBe('2026-12-31');
});
