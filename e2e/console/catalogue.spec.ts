import { expect, test } from '@playwright/test';
import { callStore } from '../member.ts';
import { CONSOLE, countActions, signIn } from './operator.ts';

/** The tasks of the catalogue. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.skip(
  ({ viewport }) => viewport?.width !== 1280,
  'the layout of phones is checked by the other specs of the console',
);

test('the owner adds a game with two offers in three languages in at most 12 actions', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signIn(page);
  const name = `Harbour ${Date.now()}`;

  await test.step('a game with two offers in three languages', async () => {
    await page.goto(`${CONSOLE}/catalogue`);
    const { click, fill, check } = countActions();
    await click(page.getByRole('button', { name: 'New game' }));
    await fill(page.getByLabel('Name', { exact: true }), name);
    for (const language of ['Русский', 'English', 'Қазақша']) {
      await fill(page.getByRole('textbox', { name: `Description, ${language}` }), `${name} ${language}`);
    }
    await fill(page.getByLabel('Price, $').first(), '19.99');
    await click(page.getByRole('button', { name: 'Add an offer' }));
    await fill(page.getByLabel('Edition').nth(1), 'Deluxe');
    await fill(page.getByLabel('Price, $').nth(1), '29.99');
    await click(page.getByRole('button', { name: 'Publish', exact: true }));
    await expect(page.getByText('published', { exact: true })).toBeVisible();
    check();
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const { items } = await callStore<{ items: { edition: string; price: number }[] }>(
      'GET',
      `/api/v1/products?gameid=${id}`,
    );
    expect(items).toMatchObject([
      { edition: 'Standard', price: 1999 },
      { edition: 'Deluxe', price: 2999 },
    ]);
    const kazakh = await callStore<{ description: string }>('GET', `/api/v1/game/${id}?lng=kz`);
    expect(kazakh.description).toBe(`<p>${name} Қазақша</p>`);
  });
});
