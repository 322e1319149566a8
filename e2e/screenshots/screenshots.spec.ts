import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { holdStill } from '../layout.ts';
import { findFaults } from '../layout-faults.ts';
import { ACCOUNT_SCREENS } from './account-screens.ts';
import { CONSOLE_SCREENS } from './console-screens.ts';
import { MEMBER_SCREENS } from './member-screens.ts';
import { PURCHASE_SCREENS } from './purchase-screens.ts';
import { type Screen, TEXTS, wordsOf } from './screen.ts';
import { composeSheet, type Screenshot } from './sheet.ts';
import { VISITOR_SCREENS } from './visitor-screens.ts';

/**
 * Every screen and state at five widths, in both themes and three languages, on sheets in screenshots/. Layout faults are
 * measured on the way; the rest is for human review.
 */

interface Size {
  width: number;
  height: number;
  /** How many screen heights of a long page are captured. */
  heights: number;
  columns: number;
  /** How wide a photograph is on its sheet. */
  shown: number;
}

const PHONE: Size = { width: 360, height: 1300, heights: 3, columns: 6, shown: 360 };
const TABLET: Size = { width: 768, height: 1200, heights: 2, columns: 3, shown: 660 };
const DESKTOP: Size = { width: 1280, height: 900, heights: 2, columns: 2, shown: 900 };
const PHONES: Size[] = [{ width: 320, height: 1300, heights: 2, columns: 6, shown: 320 }, PHONE];
const LARGER: Size[] = [TABLET, DESKTOP, { width: 1920, height: 1080, heights: 1, columns: 2, shown: 900 }];
const LANGUAGES = ['ru', 'en', 'kz'];
const THEMES = ['dark', 'light'];
const STORE_URL = String(process.env['STORE_URL']);

/** The store or the console: its screens, its texts, how a visit begins, and the sizes of each language. */
interface Application {
  screens: readonly Screen[];
  texts: string;
  enter(context: BrowserContext, language: string): Promise<unknown>;
  sizesOf(language: string): Size[][];
}

const STORE: Application = {
  screens: [...VISITOR_SCREENS, ...MEMBER_SCREENS, ...ACCOUNT_SCREENS, ...PURCHASE_SCREENS],
  texts: TEXTS.store,
  enter: (context, language) =>
    context.addCookies([
      { name: 'i18next', value: language, url: STORE_URL },
      { name: 'theme', value: 'dark', url: STORE_URL },
    ]),
  sizesOf: () => [PHONES, LARGER],
};
/** The other languages differ in the length of their words, which matters most on a phone. */
const CONSOLE: Application = {
  screens: CONSOLE_SCREENS,
  texts: TEXTS.console,
  enter: (context, language) => context.addInitScript((chosen) => localStorage.setItem('language', chosen), language),
  sizesOf: (language) => (language === 'ru' ? [[PHONE], [TABLET, DESKTOP]] : [[PHONE]]),
};

async function enter(
  browser: Browser,
  application: Application,
  language: string,
  isPhone: boolean,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: STORE_URL,
    locale: { ru: 'ru-RU', en: 'en-US', kz: 'kk-KZ' }[language] ?? '',
    timezoneId: 'Asia/Almaty',
    viewport: isPhone ? { width: 360, height: 780 } : { width: 1280, height: 800 },
    isMobile: isPhone,
    hasTouch: isPhone,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  await application.enter(context, language);
  return context;
}

/** Waits for visible pictures. Polls from outside, because the clock of the page may be stopped. */
async function waitForPictures(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(
      () =>
        [...document.images].filter((image) => {
          const { top, right, bottom, left, width } = image.getBoundingClientRect();
          const isInSight = width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
          return isInSight && !image.complete;
        }).length,
    );
  await expect.poll(missing, { timeout: 60_000 }).toBe(0);
  // Most of them are decoded aside, and painted when that is done.
  await page.evaluate(() =>
    Promise.allSettled([...document.images].filter(({ complete }) => complete).map((image) => image.decode())),
  );
}

/** Captures a page in as many pictures as its height needs; an overlay together with the page behind it. */
async function photograph(page: Page, size: Size, screen: Screen): Promise<Buffer[]> {
  const { width, height } = size;
  const most = screen.isOverlay ? 1 : size.heights;
  const first = screen.isOverlay && width < 768 ? 780 : Math.min(height, 900);
  await page.setViewportSize({ width, height: first });
  // A page is at least as tall as its window: it keeps the height that it has in one of the usual size.
  const full = await page.evaluate(() => {
    const main = document.querySelector('main');
    main?.style.removeProperty('min-height');
    main?.style.setProperty('min-height', `${main.offsetHeight}px`);
    if (!document.querySelector('dialog:modal')) scrollTo(0, 0);
    return document.documentElement.scrollHeight;
  });
  const whole = screen.isOverlay ? first : Math.min(Math.max(full, first), height * most);
  await page.setViewportSize({ width, height: whole });
  await waitForPictures(page);
  const pictures: Buffer[] = [];
  for (let y = 0; y < whole; y += height) {
    const clip = { x: 0, y, width, height: Math.min(height, whole - y) };
    if (clip.height < 60 && y > 0) break;
    pictures.push(await page.screenshot({ clip, animations: 'disabled' }));
  }
  await page.setViewportSize({ width, height: first });
  return pictures;
}

async function switchTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((wanted) => document.documentElement.setAttribute('data-theme', wanted), theme);
}

const ALL = [STORE, CONSOLE].flatMap((application) => application.screens.map((screen) => ({ application, screen })));

for (const { application, screen } of ALL) {
  test(screen.name, async ({ browser }) => {
    const faults: string[] = [];
    const found = new Map<string, { size: Size; screenshots: Screenshot[] }>();
    const keep = (sheet: string, size: Size, one: Screenshot) => {
      const kept = found.get(sheet) ?? { size, screenshots: [] };
      kept.screenshots.push(one);
      found.set(sheet, kept);
    };
    for (const language of LANGUAGES) {
      for (const sizes of application.sizesOf(language)) {
        const suitable = sizes.filter(({ width }) => width >= (screen.from ?? 0) && width <= (screen.to ?? 9999));
        if (suitable.length === 0) continue;
        const isPhone = sizes.includes(PHONE);
        const context = await enter(browser, application, language, isPhone);
        const page = await context.newPage();
        await screen.open({ page, words: wordsOf(application.texts, language) });
        await holdStill(page);
        for (const size of suitable) {
          for (const theme of THEMES) {
            await switchTheme(page, theme);
            const pictures = await photograph(page, size, screen);
            // A theme changes colours and nothing else: further down one of them is enough.
            for (const [part, picture] of pictures.entries()) {
              if (part > 0 && theme !== 'dark') continue;
              const sheet = `${size.width}/${screen.name}${part > 0 ? `-${part + 1}` : ''}`;
              keep(sheet, size, { caption: `${screen.name} ${size.width} ${language} ${theme}`, picture });
            }
          }
          // An overlay covers the touch targets of the page.
          const isTouched = isPhone && !screen.isOverlay;
          const wrong = await findFaults(page, { isTouched });
          faults.push(...wrong.map((fault) => `${size.width} ${language}: ${fault}`));
        }
        // A page that asks again and again may be in the middle of it.
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await context.close();
      }
    }
    const context = await browser.newContext();
    for (const [name, { size, screenshots }] of found) {
      await composeSheet(context, { name, screenshots, columns: size.columns, width: size.shown });
    }
    await context.close();
    expect(faults).toEqual([]);
  });
}
