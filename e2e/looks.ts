import type { Page } from '@playwright/test';

/**
 * Which texts need a check of their contrast. Texts have one look if they and all elements around them have the same tags,
 * classes and colours, such as the cards of a list and the header of every page. A few texts of each look are enough.
 */

/** The mark of a text whose look was checked often enough. */
export const KNOWN_LOOK = 'data-known-look';

/** One of them may be covered, such as by a bar at the edge of the screen, and then axe cannot tell. */
const ENOUGH = 3;

/** How often a look was checked in this worker, which ends at the first failure. */
const checked = new Map<number, number>();

/** Marks the texts that need no check and returns the looks of the others. */
export function markKnownLooks(page: Page): Promise<number[]> {
  return page.evaluate(markInPage, { mark: KNOWN_LOOK, enough: ENOUGH, known: [...checked] });
}

/** After a check that found nothing. */
export function rememberLooks(looks: number[]): void {
  for (const look of looks) checked.set(look, (checked.get(look) ?? 0) + 1);
}

function markInPage({ mark, enough, known }: { mark: string; enough: number; known: [number, number][] }): number[] {
  const counts = new Map(known);
  const looks = new Map<Element, number>();
  const unknown: number[] = [];

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
  // axe skips what is behind a dialog.
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const isText = ({ nodeType, textContent }: Node) => nodeType === Node.TEXT_NODE && textContent?.trim();
  for (const element of document.querySelectorAll('body *')) {
    element.removeAttribute(mark);
    // The text of a control is in no node.
    if (![...element.childNodes].some(isText) && !element.matches('input, select, textarea')) continue;
    if (element.closest('[inert]') || modal?.contains(element) === false) continue;
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
    const look = lookOf(element);
    const count = counts.get(look) ?? 0;
    if (count >= enough) element.setAttribute(mark, '');
    else unknown.push(look);
    counts.set(look, count + 1);
  }
  return unknown;
}
