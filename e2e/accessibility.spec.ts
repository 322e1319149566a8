import { bringAxe, faultsInLanguage } from './axe.ts';
import { findFaults } from './layout-faults.ts';
import { expect, expectsErrors, onPhone, test } from './test.ts';

const ROUTES = [
  '/',
  '/about',
  '/catalog',
  '/catalog?categoryname=RPG',
  '/catalog/1001',
  '/catalog/5017',
  '/catalog/31',
  '/games?name=witcher',
  '/games?name=zzzqqqxxx',
  '/categories',
  '/services',
  '/steam',
  '/pubg',
  '/top-up/AAAAAAAAAAAAAAAAAAAAAAAAAA',
  '/subscribes',
  '/discounts',
  '/news',
  '/news-info?id=3',
  '/support',
  '/guarantee',
  '/menu',
  '/user-agreement',
  '/policy',
  '/public-offer',
  '/platron-documentation',
  '/reset-password',
  '/confirm-email?token=unknown',
  '/dev/ui',
  '/no-such-page',
];
/** Parts of wide layouts are checked in one language. */
const LANGUAGES = { ru: {}, en: onPhone, kz: onPhone };
/** The narrowest phone; a desktop at 200 %, where half of it is left; and a wide one, where the container ends. */
const SIZES = {
  narrow: { width: 320, height: 700 },
  zoomed: { width: 640, height: 400 },
  wide: { width: 1920, height: 1000 },
};
const HALF_CONTAINER = 800;

for (const [language, screens] of Object.entries(LANGUAGES)) {
  // In halves, for two workers to share.
  for (const half of [0, 1]) {
    test(`axe finds nothing in ${language}, half ${half + 1}`, { ...expectsErrors, ...screens }, async ({
      page,
      context,
      baseURL,
      isMobile,
      viewport,
    }) => {
      test.setTimeout(420_000);
      await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }]);
      await bringAxe(page);
      if (isMobile) await page.setViewportSize(SIZES.narrow);
      for (const route of ROUTES.filter((_, place) => place % 2 === half)) {
        await page.goto(route);
        await expect(page.locator('h1').first()).toBeAttached();
        expect(await faultsInLanguage(page, language), `${route} ${language}`).toEqual([]);
        expect(await findFaults(page, { isTouched: isMobile }), `${route} ${language}`).toEqual([]);
        if (isMobile) continue;
        await page.setViewportSize(SIZES.zoomed);
        expect(await findFaults(page), `${route} at 200 %`).toEqual([]);
        await page.setViewportSize(SIZES.wide);
        expect(await findFaults(page, { halfWidth: HALF_CONTAINER }), `${route} at 1920`).toEqual([]);
        await page.setViewportSize(viewport ?? SIZES.wide);
      }
    });
  }
}
