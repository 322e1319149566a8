import AxeBuilder from '@axe-core/playwright';
import { expect, expectsErrors, test } from './test.ts';

const ROUTES = [
  '/',
  '/catalog',
  '/catalog?categoryname=RPG',
  '/catalog/1001',
  '/catalog/5017',
  '/catalog/31',
  '/games?name=witcher',
  '/games?name=zzzqqqxxx',
  '/categories',
  '/services',
  '/subscribes',
  '/discounts',
  '/menu',
  '/dev/ui',
  '/no-such-page',
];

// A width is enough for each: the phone for one theme, the desktop for the other.
const THEMES: Record<string, string[]> = { phone: ['dark'], tablet: [], desktop: ['light'] };

for (const language of ['ru', 'en', 'kz']) {
  test(`axe finds nothing in ${language}`, expectsErrors, async ({ page, context, baseURL }, info) => {
    test.setTimeout(420_000);
    for (const theme of THEMES[info.project.name] ?? []) {
      await context.addCookies([
        { name: 'theme', value: theme, url: baseURL ?? '' },
        { name: 'i18next', value: language, url: baseURL ?? '' },
      ]);
      for (const route of ROUTES) {
        await page.goto(route);
        await expect(page.locator('h1').first()).toBeAttached();
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        );
        expect(found, `${route} ${theme} ${language}`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${route} ${theme} ${language} scrolls sideways`).toBeLessThanOrEqual(0);
      }
    }
  });
}
