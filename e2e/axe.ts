import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { KNOWN_LINK, KNOWN_TEXT, markLooks, rememberLooks } from './looks.ts';
import { isKnownStructure, rememberStructures, structuresOf, TEXT_RULES } from './structures.ts';

declare global {
  interface Window {
    /** Set by the first check of the page, or by `bringAxe`. */
    axe?: { run(within: string, options: RunOptions): Promise<AxeResults> };
  }
}

const CONTRAST = 'color-contrast';
/** Compares a link with the text around it. It takes as long as all rules that are not about colours. */
const LINKS = 'link-in-text-block';
const OPTIONS: RunOptions = { resultTypes: ['violations', 'incomplete'], elementRef: true, preload: false };
/** Reports need no HTML. Both rules skip what looks as something that was checked. */
const SETTINGS = {
  noHtml: true,
  rules: [
    { id: CONTRAST, selector: `:not([${KNOWN_TEXT}])` },
    { id: LINKS, selector: `a[href]:not([${KNOWN_LINK}])` },
  ],
};
/** The minified code: every page parses it. */
const SOURCE = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
axe.configure(${JSON.stringify(SETTINGS)});`;

/** For tests that check most pages that they load: the browser keeps the code from page to page. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: SOURCE });
}

/** What axe finds wrong with the page, or with a part of it. */
export function faultsOf(page: Page, within = 'html'): Promise<string[]> {
  return check(page, within, 'texts');
}

/** Checks what looks new, with the other rules or without them, and remembers what axe was sure of. */
async function check(page: Page, within: string, kind: 'texts' | 'links', isOnlyColours = false): Promise<string[]> {
  // A second language checks the content alone, where header and menu are the same.
  const parts = within === 'html' ? ['html', 'main'] : [within];
  const [structure = '', ...inner] = isOnlyColours ? [] : await structuresOf(page, parts);
  const isKnown = isKnownStructure(structure);
  const { texts, links } = await markLooks(page, within, kind);
  const colours = [...(texts.length > 0 ? [CONTRAST] : []), ...(links.length > 0 ? [LINKS] : [])];
  if (isOnlyColours && colours.length === 0) return [];
  const withoutContrast = { rules: { [CONTRAST]: { enabled: false } } };
  const all = kind === 'links' ? withoutContrast : {};
  const again = isOnlyColours ? colours : [...colours, ...TEXT_RULES];
  const { faults, unsure } = await runAxe(page, within, isOnlyColours || isKnown ? { runOnly: again } : all);
  if (faults.length > 0) return faults;
  rememberLooks([...texts, ...links].filter((look) => !unsure.includes(look)));
  if (structure && !isKnown) rememberStructures([structure, ...inner]);
  return faults;
}

async function runAxe(page: Page, within: string, choice: RunOptions) {
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(SOURCE);
  const run = { within, options: { ...OPTIONS, ...choice }, colours: [CONTRAST, LINKS] };
  const found = await page.evaluate(async ({ within: part, options, colours }) => {
    const results = await window.axe?.run(part, options);
    const faults = results?.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
    const unsure = results?.incomplete
      .filter(({ id }) => colours.includes(id))
      .flatMap(({ nodes }) => nodes.flatMap(({ element }) => (element && window.unknownLooks?.get(element)) ?? []));
    return faults && { faults, unsure: unsure ?? [] };
  }, run);
  if (!found) throw new Error('the page has no axe');
  return found;
}

/**
 * In the current theme and in the other one. A theme changes colours only, so the page is not loaded again, and only
 * its colours are checked again.
 */
export async function faultsInBothThemes(page: Page, within = 'html'): Promise<string[]> {
  const here = await faultsOf(page, within);
  await switchTheme(page);
  const there = await check(page, within, 'texts', true);
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

/** For a page whose contrast was checked in another language. A link may have other text around it in each language. */
export function faultsBesideColours(page: Page, within = 'html'): Promise<string[]> {
  return check(page, within, 'links');
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
