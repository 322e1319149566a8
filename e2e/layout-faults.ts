import type { Page } from '@playwright/test';

/** Layout faults that are wrong on any page. */
interface Rules {
  /** A touch target needs 44 px, with the area around the element that reacts. */
  isTouched?: boolean;
  /** How far text and controls may be from the middle of the page. */
  halfWidth?: number;
}

export function findFaults(page: Page, rules: Rules = {}): Promise<string[]> {
  return page.evaluate(({ isTouched = false, halfWidth = 0 }) => {
    // Only a page at rest has a layout: a slide of the carousel is outside its place while it moves.
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
    const faults = new Set<string>();
    const tell = (what: string, element: Element) => {
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
      faults.add(`${what}: <${element.tagName.toLowerCase()}> ${text}`);
    };
    const screen = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > screen) faults.add('the page scrolls sideways');

    const CONTROLS = 'a[href], button, select, input, textarea, summary, [role="tab"]';
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    const hasText = (element: Element) =>
      [...element.childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim());
    /** In a scrolling container, or hidden until it has the focus. */
    const isElsewhere = (element: Element) => {
      for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
        if (['auto', 'scroll'].includes(getComputedStyle(around).overflowX)) return true;
        // What is only for screen readers.
        if (around.clientWidth === 1 && around.clientHeight === 1) return true;
      }
      return element.getBoundingClientRect().bottom + window.scrollY <= 0;
    };

    // Elements behind a modal dialog are not checked.
    const seen = document.querySelector('dialog:modal') ?? document.body;
    for (const element of seen.querySelectorAll('*')) {
      if (!(element instanceof HTMLElement) || (!hasText(element) && !element.matches(CONTROLS))) continue;
      if (!isShown(element) || element.closest('[inert]')) continue;
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const [left, right] = halfWidth ? [screen / 2 - halfWidth, screen / 2 + halfWidth] : [0, screen];
      if ((box.left < left - 1 || box.right > right + 1) && !isElsewhere(element)) tell('out of its place', element);
      const isCutShort = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      if (isCutShort || style.display.startsWith('inline')) continue;
      if (style.overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1)
        tell('cut at the side', element);
      if (style.overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 4) tell('cut below', element);
      const parent = element.parentElement?.closest('button, a, li, section, main, dialog')?.getBoundingClientRect();
      if (parent && !element.closest('[tabindex="0"], ul') && box.right > parent.right + 2 && !isElsewhere(element))
        tell('sticks out', element);
      // Longer lines are hard to read.
      const lines = Math.round(box.height / Number.parseFloat(style.lineHeight));
      const letters = (element.textContent ?? '').length / lines;
      if (element.matches('p, li, dd') && lines > 1 && letters > 115)
        tell(`${Math.round(letters)} letters a line`, element);
    }

    /** How far from its middle the element still reacts, up to the required distance. */
    const reach = (element: Element, target: Element) => {
      const answers = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (target.contains(hit) || element.contains(hit));
      };
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return [
        [x - 21, y],
        [x + 21, y],
        [x, y - 21],
        [x, y + 21],
      ].every(([toX = 0, toY = 0]) => answers(toX, toY));
    };
    if (isTouched) {
      const strips = [...seen.querySelectorAll('*')].map((element) => [element, element.scrollLeft] as const);
      for (const element of seen.querySelectorAll(CONTROLS)) {
        const target = element.closest('label') ?? element;
        if (!isShown(element) || !isShown(target) || element.closest('[inert]')) continue;
        const { width, height } = target.getBoundingClientRect();
        const isInText = getComputedStyle(element).display === 'inline';
        if (isInText || Math.min(width, height) >= 43.5 || reach(element, target)) continue;
        tell(`a target of ${Math.round(width)}×${Math.round(height)}`, element);
      }
      for (const [element, left] of strips) element.scrollLeft = left;
      window.scrollTo({ top: 0, behavior: 'instant' });
    }
    return [...faults];
  }, rules);
}
