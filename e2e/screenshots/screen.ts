import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { expect, waitForHydration } from '../test.ts';

/** The text of a key in the language of the context. */
export type Words = (namespace: string, key: string, values?: Record<string, string>) => string;

const folder = (path: string) => fileURLToPath(new URL(`../../apps/${path}/`, import.meta.url));
/** Where the texts of the store and of the console are. */
export const TEXTS = { store: folder('storefront/public/locales'), console: folder('console/app/texts') };

export function wordsOf(texts: string, language: string): Words {
  return (namespace, key, values = {}) => {
    const file: Record<string, string> = JSON.parse(readFileSync(`${texts}${language}/${namespace}.json`, 'utf8'));
    const text = file[key];
    if (!text) throw new Error(`${language} has no ${namespace}/${key}`);
    return Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(`{{${name}}}`, value), text);
  };
}

export interface ScreenContext {
  page: Page;
  words: Words;
}

export interface Screen {
  name: string;
  /** A dialog, a menu, a popup: the page behind it is not the subject. */
  isOverlay?: boolean;
  /** The widths that have it. */
  from?: number;
  to?: number;
  open(context: ScreenContext): Promise<void>;
}

/** Opens the page and waits for its hydration and its data. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

/** Holds matching requests without an answer. */
export const blockRequests = (page: Page, address: string | RegExp) =>
  page.route(address, () => new Promise<void>(() => undefined));

export const fail = (page: Page, address: string | RegExp, status: number, code: string) =>
  page.route(address, (route) =>
    route.fulfill({ status, json: { code, message: code, requestId: '01JC8ZQ4T2WALK0F9S3M6B7X5D' } }),
  );
