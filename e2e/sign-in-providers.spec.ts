import { expect, test } from './test.ts';

test('the sign-in form offers Google and VK, and each leads to its provider', async ({ page }, info) => {
  test.skip(info.project.name !== 'phone', 'the form is the same on every screen');
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
