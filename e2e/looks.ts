import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/**
 * Which texts need a check of their contrast, and which links need a comparison with the text around them. Texts have one
 * look if they and all elements around them have the same tags, classes and colours, such as the cards of a list and the
 * header of every page. A few of each look are enough.
 */

/** Only those count of which axe was sure: one may be covered, such as by a bar at the edge of the screen. */
const ENOUGH = 3;

/** The marks of a text and of a link whose look was checked often enough. */
export const KNOWN_TEXT = 'data-known-text';
export const KNOWN_LINK = 'data-known-link';

declare global {
  interface Window {
    /** The look of each element that is not marked. */
    unknownLooks?: Map<Element, string[]>;
  }
}

/** The looks of a page that were not checked often enough, once for each element. */
export interface Looks {
  texts: string[];
  links: string[];
}

/** A line for each element that a worker has checked, for all workers. The folder of the store ends with it. */
const path = () => `${process.env['STORE_DATA_DIR']}/checked-looks`;

/** Marks texts and links, or only links, and returns the looks that need a check. */
export function markLooks(page: Page, within: string, kind: 'texts' | 'links'): Promise<Looks> {
  const known: Record<string, number> = {};
  const lines = existsSync(path()) ? readFileSync(path(), 'utf8').split('\n') : [];
  for (const look of lines) known[look] = (known[look] ?? 0) + 1;
  const marks = { text: KNOWN_TEXT, link: KNOWN_LINK };
  return page.evaluate(markInPage, { within, known, enough: ENOUGH, withTexts: kind === 'texts', marks });
}

/** After a check that found nothing. */
export function rememberLooks(looks: string[]): void {
  if (looks.length > 0) appendFileSync(path(), `${looks.join('\n')}\n`);
}

interface Request {
  within: string;
  known: Record<string, number>;
  enough: number;
  withTexts: boolean;
  marks: { text: string; link: string };
}

function markInPage({ within, known, enough, withTexts, marks }: Request): Looks {
  const looks = new Map<Element, number>();
  const unknown: Looks = { texts: [], links: [] };
  const unknownLooks = new Map<Element, string[]>();
  window.unknownLooks = unknownLooks;

  /** A hash of 53 bits. */
  const add = (before: number, text: string) => {
    let [high, low] = [Math.floor(before / 2 ** 32), before >>> 0];
    for (let place = 0; place < text.length; place++) {
      high = Math.imul(high ^ text.charCodeAt(place), 0x85ebca6b);
      low = Math.imul(low ^ text.charCodeAt(place), 0x01000193);
    }
    return (high >>> 11) * 2 ** 32 + (low >>> 0);
  };
  const lookOf = (element: Element | null): number => {
    if (!element) return 0;
    const found = looks.get(element);
    if (found !== undefined) return found;
    const style = getComputedStyle(element);
    const control = element instanceof HTMLLabelElement ? element.control : element;
    const own = [
      element.tagName,
      element.getAttribute('class'),
      element.getAttribute('style'),
      // What is disabled needs no contrast.
      control?.matches(':disabled, [aria-disabled="true"], [inert]'),
      style.color,
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.filter,
      style.fontSize,
      style.fontWeight,
      style.textShadow,
      // What is placed over others may be over other colours on another page.
      ['static', 'relative'].includes(style.position) || location.pathname,
    ];
    const look = add(lookOf(element.parentElement), own.join('|'));
    looks.set(element, look);
    return look;
  };
  /** The look of a link, what sets it apart, and whether the text around it is longer: only then axe compares them. */
  const lookOfLink = (link: Element): number => {
    let block = link.parentElement;
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
    const own = link.textContent?.length ?? 0;
    const around = (block?.textContent?.length ?? 0) - own;
    const { display, textDecorationLine, borderBottomStyle, fontFamily, fontStyle } = getComputedStyle(link);
    const apart = [display, textDecorationLine, borderBottomStyle, fontFamily, fontStyle];
    return add(lookOf(link), `link|${around > 0}|${around > own}|${apart.join('|')}`);
  };
  const note = (element: Element, look: number, mark: string, others: string[]) => {
    const count = known[look] ?? 0;
    known[look] = count + 1;
    if (count >= enough) return element.setAttribute(mark, '');
    others.push(String(look));
    unknownLooks.set(element, [...(unknownLooks.get(element) ?? []), String(look)]);
  };
  // axe skips what is behind a dialog.
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const isText = ({ nodeType, textContent }: Node) => nodeType === Node.TEXT_NODE && textContent?.trim();
  for (const element of document.querySelectorAll(`:is(${within}) *`)) {
    element.removeAttribute(marks.text);
    element.removeAttribute(marks.link);
    const isLink = element.matches('a[href]');
    // The text of a control is in no node.
    const hasText = withTexts && ([...element.childNodes].some(isText) || element.matches('input, select, textarea'));
    if (!hasText && !isLink) continue;
    if (element.closest('[inert]') || modal?.contains(element) === false) continue;
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
    if (hasText) note(element, lookOf(element), marks.text, unknown.texts);
    if (isLink) note(element, lookOfLink(element), marks.link, unknown.links);
  }
  return unknown;
}
