import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DOMAIN_VALUES, fillDomainValues } from './domain-values.ts';

const FUNCTIONS = new URL('./functions/', import.meta.url);
const sources = readdirSync(FUNCTIONS).map((name) => readFileSync(new URL(name, FUNCTIONS), 'utf8'));

it('fills values of the domain in, and refuses names that it does not know', () => {
  expect(fillDomainValues('least(2, {{MAX_ITEM_COUNT}})')).toBe('least(2, 999)');
  expect(fillDomainValues('status IN ({{DELIVERED_KEY_STATUSES}})')).toBe("status IN ('sold', 'disputed')");
  for (const name of ['MAX_ITEMS', ' MAX_ITEM_COUNT ', '']) {
    expect(() => fillDomainValues(`least(2, {{${name}}})`)).toThrow(`{{${name}}} is not a value of the domain`);
  }
});

it.each([...DOMAIN_VALUES.keys()])('%s is used by a SQL function', (name) => {
  expect(sources.some((text) => text.includes(`{{${name}}}`))).toBe(true);
});
