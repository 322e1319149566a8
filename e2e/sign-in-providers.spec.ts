import { expect, onPhone, test } from './test.ts';

test('the sign-in form offers Google and VK, and each leads to its provider', onPhone, async ({ page }) => {
  for (const provider of ['google', 'vk'] as const) {
    await page.goto('/menu');
    const button = page
      .getByRole('main')
      .getByRole('button', { name: provider === 'google' ? 'Войти через Google' : 'Войти через VK' });
    await expect(button).toBeVisible();
    await button.tap();
    await page.waitForURL(
      (url) => url.origin === process.env['SANDBOX_URL'] && url.pathname.startsWith(`/${provider}/`),
    );
  }
});
