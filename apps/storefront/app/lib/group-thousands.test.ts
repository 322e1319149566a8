import { describe, expect, it } from 'vitest';
import { groupThousands } from './group-thousands.ts';

describe('large counts', () => {
  it.each([
    ['234 products', 'en', '234 products'],
    ['1236 products', 'en', '1,236 products'],
    ['1000000 products, page 2 of 41667', 'en', '1,000,000 products, page 2 of 41,667'],
    ['1236 товаров', 'ru', '1\u00a0236 товаров'],
    ['1236 тауар', 'kz', '1\u00a0236 тауар'],
  ] as const)('%s in %s', (text, language, grouped) => {
    expect(groupThousands(text, language)).toBe(grouped);
  });
});
