import { expect, onDesktop, onPhone, test } from './test.ts';

test('a search under the wrong keyboard layout leads to the game, its tabs and its offers', async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('combobox', { name: 'Поиск' });
  await box.click();
  await box.fill('dtlmvfr');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.first()).toContainText('The Witcher 3: Wild Hunt');
  await box.press('Enter');

  await expect(page).toHaveURL(/\/games\?name=dtlmvfr/);
  await page
    .getByRole('main')
    .getByRole('link', { name: /The Witcher 3: Wild Hunt/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/catalog\/1001/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Witcher 3: Wild Hunt');

  await page.getByRole('tab', { name: 'Описание' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Описание' })).toContainText('Геральт');
  await page.getByRole('tab', { name: 'Описание' }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Инструкция' })).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Инструкция' })).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('tab', { name: 'Купить' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Купить' })).toContainText('Complete Edition');
});

test('a suggestion is chosen by keyboard, and the box is cleared by its button', onDesktop, async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('combobox', { name: 'Поиск' });
  await box.click();
  await box.pressSequentially('elden');
  await expect(page.getByRole('option').first()).toContainText('ELDEN RING');
  await page.getByRole('button', { name: 'Очистить поиск' }).click();
  await expect(box).toHaveValue('');
  await box.pressSequentially('elden');
  await expect(page.getByRole('option').first()).toContainText('ELDEN RING');
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ELDEN RING');
});

test('a search without results shows a message and other games', onPhone, async ({ page }) => {
  await page.goto('/games?name=zzzqqqxxx');
  await expect(page.getByRole('main')).toContainText('zzzqqqxxx');
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
});
