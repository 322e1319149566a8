import { expect, it } from 'vitest';
import { claimLink, claimTokenOf } from './claim-link.ts';

const TOKEN = 'AbCdEfGhIjKlMnOpQrSt_-';

it('puts the token behind the #', () => {
  expect(claimLink('https://shop.example/order-link', TOKEN)).toBe(`https://shop.example/order-link#${TOKEN}`);
});

it('reads the token of a fragment', () => {
  expect(claimTokenOf(`#${TOKEN}`)).toBe(TOKEN);
  expect(claimTokenOf(TOKEN)).toBe(TOKEN);
});

it('reads nothing else as a token', () => {
  for (const text of [
    '',
    '#',
    TOKEN.slice(1),
    `${TOKEN}x`,
    `${TOKEN.slice(1)} `,
    `${TOKEN.slice(1)}/`,
    `##${TOKEN}`,
    `Ab#${TOKEN.slice(2)}`,
  ]) {
    expect(claimTokenOf(text), text).toBeUndefined();
  }
});
