import { becomeMember } from './member.ts';
import { expect, onDesktop, test } from './test.ts';

/** The names and shapes in the browser's storage (spec §3), written out here. */

test(
  'local storage has the token, the cart and the language under the names of the spec',
  onDesktop,
  async ({ page }) => {
    await becomeMember(page);
    await page.goto('/catalog/1001');
    await page
      .getByRole('main')
      .getByRole('button', { name: /в корзину/i })
      .first()
      .click();
    const read = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
    await expect.poll(() => read('basketId')).toMatch(/^[0-9a-f-]{36}$/);
    // The id is stored when the basket exists. What the server has confirmed follows with its next answer.
    await expect
      .poll(async () => JSON.parse((await read('basketItems')) ?? '[]'))
      .toMatchObject([{ id: expect.any(Number), name: expect.any(String), price: expect.any(Number), count: 1 }]);
    const [token, cartItems] = await Promise.all([read('token'), read('cartItems')]);
    expect(JSON.parse(token ?? '')).toMatchObject({ value: expect.any(String) });
    expect(JSON.parse(cartItems ?? '')).toMatchObject([
      { productId: expect.any(Number), count: 1, price: expect.any(Number) },
    ]);
    await page.getByRole('button', { name: 'Выбрать язык' }).first().click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect.poll(() => read('selectedLanguage')).toBe('en');
    expect(await read('activeLanguageIndex')).toBe('1');
  },
);

test(
  'session storage has the currencies and the active one under the names of the spec',
  onDesktop,
  async ({ page }) => {
    await page.goto('/catalog');
    await page.getByRole('button', { name: 'Валюта: KZT' }).first().click();
    await page.getByRole('menuitemradio', { name: /RUB/ }).click();
    const read = (key: string) => page.evaluate((name) => sessionStorage.getItem(name), key);
    await expect.poll(() => read('activeCurrency')).toContain('RUB');
    const currencies = JSON.parse((await read('currencies')) ?? '[]') as { name: string; amount: number }[];
    expect(currencies.map(({ name }) => name)).toEqual(['KZT', 'RUB', 'USD']);
    expect(currencies.find(({ name }) => name === 'USD')?.amount).toBe(1);
  },
);
