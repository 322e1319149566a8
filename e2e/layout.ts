import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';

/**
 * How a screen is laid out, as text: its landmarks, sections, headings and first rows with their boxes. Pictures of a
 * screen differ from machine to machine by the smoothing of letters; boxes differ by a pixel or a line at most.
 */
export interface Box {
  name: string;
  left: number;
  width: number;
  height: number;
  /** Below the top of the box before it. */
  below: number;
}

/** The allowed differences. Heights depend on line breaks, too, and their differences add up. */
const SIDEWAYS = 6;
const DOWNWARDS = { pixels: 32, share: 0.08 };

/** Stops animations, and gives elements outside of the screen their real size. */
export async function holdStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const still = new CSSStyleSheet();
    still.replaceSync(
      '*, *::before, *::after { transition: none !important; animation: none !important; content-visibility: visible !important; }',
    );
    document.adoptedStyleSheets = [still];
    await document.fonts.ready;
  });
}

export function readLayout(page: Page): Promise<Box[]> {
  return page.evaluate(() => {
    const parts = 'header, nav, main, footer, section, form, aside, h1, h2, fieldset, [role="tablist"], article';
    const seen = new Set<Element>();
    const boxes: { name: string; left: number; width: number; height: number; below: number }[] = [];
    let last = 0;
    for (const element of document.querySelectorAll(`body > div :is(${parts})`)) {
      const box = element.getBoundingClientRect();
      const isShown = element.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.height > 1;
      // One item of a list is enough: their number depends on the catalogue.
      const isRepeated =
        element.tagName === 'ARTICLE' && seen.has(element.parentElement?.closest('section, main') ?? element);
      if (!isShown || isRepeated || element.parentElement?.closest('article')) continue;
      if (element.tagName === 'ARTICLE') seen.add(element.parentElement?.closest('section, main') ?? element);
      const top = Math.round(box.top + window.scrollY);
      const name = element.getAttribute('role') ?? element.tagName.toLowerCase();
      boxes.push({
        name,
        left: Math.round(box.left),
        width: Math.round(box.width),
        height: Math.round(box.height),
        below: top - last,
      });
      last = top;
    }
    return boxes;
  });
}

const fileOf = (name: string) => join(import.meta.dirname, 'layouts', `${name}.txt`);
const toLine = ({ name, left, width, height, below }: Box) => `${name} ${left} ${width} ${height} ${below}`;

export function keepLayout(name: string, boxes: readonly Box[]): void {
  mkdirSync(dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), `${boxes.map(toLine).join('\n')}\n`);
}

/** One line for each difference from the stored layout. */
export function compareLayout(name: string, boxes: readonly Box[]): string[] {
  const known = readFileSync(fileOf(name), 'utf8').trimEnd().split('\n').map(toBox);
  const [was, is] = [known, boxes].map((list) => list.map((box) => box.name).join(' '));
  if (was !== is) return [`was: ${was}`, `is:  ${is}`];
  return boxes.flatMap((box, place) => {
    const before = known[place];
    return !before || isClose(before, box) ? [] : [`${place + 1}: was ${toLine(before)}, is ${toLine(box)}`];
  });
}

function toBox(line: string): Box {
  const [name = '', ...numbers] = line.split(' ');
  const [left = 0, width = 0, height = 0, below = 0] = numbers.map(Number);
  return { name, left, width, height, below };
}

function isClose(one: Box, other: Box): boolean {
  const differs = (key: 'left' | 'width' | 'height' | 'below') => Math.abs(one[key] - other[key]);
  const room = (key: 'height' | 'below') => Math.max(DOWNWARDS.pixels, Math.abs(one[key]) * DOWNWARDS.share);
  const isBeside = differs('left') <= SIDEWAYS && differs('width') <= SIDEWAYS;
  return isBeside && differs('height') <= room('height') && differs('below') <= room('below');
}
