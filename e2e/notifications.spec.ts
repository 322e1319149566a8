import { becomeMember } from './member.ts';
import { expect, onPhone, test } from './test.ts';

test('on a phone the bell shows the unread count and opens the page', onPhone, async ({ page }) => {
  await becomeMember(page);
  await page.goto('/catalog');
  const bell = page.getByRole('banner').getByRole('link', { name: 'Уведомления: 1' });
  await bell.click();
  await expect(page).toHaveURL('/notifications');
  await expect(page.getByRole('main')).toContainText('Добро пожаловать');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Уведомления', exact: true })).toBeVisible();
});

test('a visitor has no bell on a phone', onPhone, async ({ page }) => {
  await page.goto('/catalog');
  await expect(page.getByRole('banner').getByRole('link', { name: /Уведомления/ })).toHaveCount(0);
});
