import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;

declare global {
  interface Window {
    /** Set by the first check of the page. */
    axe?: { run(options: object): Promise<Results> };
  }
}

/** The same code as the default, of which every page parses more than twice as much. */
const findPackage = createRequire(import.meta.resolve('@axe-core/playwright'));
const axeSource = readFileSync(findPackage.resolve('axe-core/axe.min.js'), 'utf8');

const OPTIONS = { resultTypes: ['violations' as const], preload: false };

const CONTRAST = 'color-contrast';

/** What axe finds wrong with the page, by every rule unless the options choose. */
export async function faultsOf(page: Page, choice: object = {}): Promise<string[]> {
  const { violations } = await runAxe(page, { ...OPTIONS, ...choice });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

async function runAxe(page: Page, options: object): Promise<Results> {
  // The page may have axe already from an earlier check.
  const again = await page.evaluate((own) => window.axe?.run(own), options);
  // The page has one frame, so the legacy mode, which opens no second page, is enough.
  return again ?? new AxeBuilder({ page, axeSource }).setLegacyMode().options(options).analyze();
}

/**
 * In the current theme and in the other one. A theme changes colours only, so the page is not loaded again, and only
 * its colours are checked again.
 */
export async function faultsInBothThemes(page: Page): Promise<string[]> {
  const here = await faultsOf(page);
  await switchTheme(page);
  const there = await faultsOf(page, { runOnly: [CONTRAST] });
  await switchTheme(page);
  return [...here, ...there.map((fault) => `in the other theme, ${fault}`)];
}

/**
 * A page in one of our languages. A language changes texts and no colours: the contrast, which is half of the work, is
 * checked in Russian, in both themes.
 */
export function faultsInLanguage(page: Page, language: string): Promise<string[]> {
  return language === 'ru' ? faultsInBothThemes(page) : faultsOf(page, { rules: { [CONTRAST]: { enabled: false } } });
}

/** Turns transitions off: axe would check elements in the middle of one. */
async function switchTheme(page: Page): Promise<void> {
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important; }');
    document.adoptedStyleSheets = [still];
    const { dataset } = document.documentElement;
    dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark';
  });
}

/** By how many pixels the page scrolls sideways. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
