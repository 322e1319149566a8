import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { KNOWN_LOOK, markKnownLooks, rememberLooks } from './looks.ts';

declare global {
  interface Window {
    /** Set by the first check of the page, or by `bringAxe`. */
    axe?: { run(within: string, options: RunOptions): Promise<AxeResults> };
  }
}

const CONTRAST = 'color-contrast';
/** The rules about colours. The second one compares a link with the text around it. */
const COLOURS = [CONTRAST, 'link-in-text-block'];
const OPTIONS: RunOptions = { resultTypes: ['violations'], preload: false };
/** Reports need no HTML. */
const SETTINGS = { noHtml: true, rules: [{ id: CONTRAST, selector: `:not([${KNOWN_LOOK}])` }] };
/** The minified code: every page parses it. */
const SOURCE = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
axe.configure(${JSON.stringify(SETTINGS)});`;

/** For tests that check most pages that they load: the browser keeps the code from page to page. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: SOURCE });
}

/** What axe finds wrong with the page, or with a part of it. */
export async function faultsOf(page: Page, within = 'html'): Promise<string[]> {
  const looks = await markKnownLooks(page);
  const faults = await runAxe(page, within);
  if (faults.length === 0) rememberLooks(looks);
  return faults;
}

async function runAxe(page: Page, within: string, choice: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(SOURCE);
  const run = { within, options: { ...OPTIONS, ...choice } };
  const violations = await page.evaluate(
    async (own) => (await window.axe?.run(own.within, own.options))?.violations,
    run,
  );
  if (!violations) throw new Error('the page has no axe');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/**
 * In the current theme and in the other one. A theme changes colours only, so the page is not loaded again, and only
 * its colours are checked again.
 */
export async function faultsInBothThemes(page: Page, within = 'html'): Promise<string[]> {
  const here = await faultsOf(page, within);
  await switchTheme(page);
  const looks = await markKnownLooks(page);
  const there = looks.length === 0 ? [] : await runAxe(page, within, { runOnly: COLOURS });
  if (there.length === 0) rememberLooks(looks);
  await switchTheme(page);
  return [...here, ...there.map((fault) => `in the other theme, ${fault}`)];
}

/**
 * A page in one of our languages. A language changes texts and no colours: the contrast, which is half of the work, is
 * checked in Russian, in both themes.
 */
export function faultsInLanguage(page: Page, language: string): Promise<string[]> {
  return language === 'ru' ? faultsInBothThemes(page) : faultsBesideColours(page);
}

/** For a page whose contrast was checked in another language. */
export function faultsBesideColours(page: Page, within = 'html'): Promise<string[]> {
  return runAxe(page, within, { rules: { [CONTRAST]: { enabled: false } } });
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
