import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BrowserContext } from '@playwright/test';

export interface Screenshot {
  /** The language and the theme. */
  caption: string;
  picture: Buffer;
}

const SHEETS = join(import.meta.dirname, '../../screenshots');

/** Photographs of one screen side by side, each `width` wide: one look is enough for every language and theme. */
export async function composeSheet(
  context: BrowserContext,
  { name, screenshots, columns, width }: { name: string; screenshots: Screenshot[]; columns: number; width: number },
): Promise<void> {
  const path = join(SHEETS, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  const page = await context.newPage();
  const figures = screenshots.map(
    ({ caption, picture }) =>
      `<figure><figcaption>${caption}</figcaption><img src="data:image/png;base64,${picture.toString('base64')}"></figure>`,
  );
  await page.setViewportSize({ width: columns * (width + 8) + 8, height: 400 });
  await page.setContent(`<style>
    body { margin: 0; padding: 8px; background: #777; font: 12px sans-serif; color: #fff;
      display: grid; grid-template-columns: repeat(${columns}, ${width}px); gap: 8px; }
    figure { margin: 0 } img { width: 100%; display: block }
  </style>${figures.join('')}`);
  await page.screenshot({ path, fullPage: true });
  await page.close();
}
