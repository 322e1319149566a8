import { becomeMember } from './member.ts';
import { expect, test } from './test.ts';

test('on a phone the bell shows the unread count and opens the page', async ({ page }, info) => {
  test.skip(info.project.name !== 'phone', 'wider screens open the list in place');
  await becomeMember(page);
  await page.goto('/catalog');
  const bell = page.getByRole('banner').getByRole('link', { name: 'Уведомления: 1' });
  await bell.click();
  await expect(page).toHaveURL('/notifications');
  await expect(page.getByRole('main')).toContainText('Добро пожаловать');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Уведомления', exact: true })).toBeVisible();
});

test('a visitor has no bell on a phone', async ({ page }, info) => {
  test.skip(info.project.name !== 'phone', 'wider screens open the list in place');
  await page.goto('/catalog');
  await expect(page.getByRole('banner').getByRole('link', { name: /Уведомления/ })).toHaveCount(0);
});
