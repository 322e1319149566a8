import { becomeMember, fillBasket } from './member.ts';
import { expect, onDesktop, test } from './test.ts';

/** What is promised about ways to pay, and what is said before one is chosen. */

test('each method shows card marks, its company in small print, and the charge before it is chosen', async ({
  page,
}) => {
  await fillBasket(await becomeMember(page), 1003, 1);
  await page.goto('/payment');
  const epoint = page.locator('label').filter({ hasText: 'Платёж проводит Epoint' });
  await expect(epoint).toContainText('Visa');
  await expect(epoint).toContainText('Mastercard');
  await expect(epoint).not.toContainText('Мир');
  await expect(epoint).toContainText(/Спишется \d[\d\s]*,\d\d\sAZN, без комиссии/);
  await expect(epoint).toContainText('азербайджанский манат (AZN)');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  const platron = page.locator('label').filter({ hasText: 'Платёж проводит Platron' });
  await expect(platron).toContainText('Мир');
  await expect(platron).not.toContainText('Валюта списания');
});

test('badges are those of the methods on offer, and none is without a method', onDesktop, async ({ page }) => {
  for (const path of ['/', '/catalog/1003', '/guarantee']) {
    await page.goto(path);
    const badges = page.getByRole('group', { name: 'Способы оплаты' }).first();
    await expect(badges).toContainText('Visa');
    await expect(badges).toContainText('Мир');
    await expect(page.locator('body')).not.toContainText('Kaspi');
  }
  const providers = page.getByRole('list', { name: 'Платёжные провайдеры' });
  await expect(providers.getByRole('listitem')).toHaveCount(4);
});

test('the footer links to configured pages and never to the bare domain of a network', onDesktop, async ({ page }) => {
  await page.goto('/about');
  const links = page.getByRole('contentinfo').getByRole('link');
  const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(
    addresses.filter((address) => /^https:\/\/(t\.me|vk\.com|www\.instagram\.com|www\.youtube\.com)\/?$/.test(address)),
  ).toEqual([]);
});
