import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds wrong with the page, by every rule or by one of them. */
export async function faultsOf(page: Page, rule?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  if (rule) axe.withRules(rule);
  // One frame, so nothing has to be gathered on another page.
  const { violations } = await axe
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** By how many pixels the page scrolls sideways. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
