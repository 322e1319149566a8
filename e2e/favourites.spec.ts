import { becomeMember, callStore } from './member.ts';
import { expect, onDesktop, test } from './test.ts';

test('the favourites page shows how many there are', onDesktop, async ({ page }) => {
  const session = await becomeMember(page);
  for (const gameId of [1001, 1002, 1003]) {
    await callStore('POST', '/api/v1/favorites', { session, body: { gameId } });
  }
  await page.goto('/favourites');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('main').getByText('3 товара', { exact: true })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('article')
    .first()
    .getByRole('button', { name: /избранн/i })
    .click();
  await expect(page.getByRole('main').getByText('2 товара', { exact: true })).toBeVisible();
});
