import { faultsBesideColours, faultsOf } from './axe.ts';
import { expect, onPhone, test } from './test.ts';

test('a page that was checked before is checked again for what has changed', onPhone, async ({ page }) => {
  await page.goto('/about');
  expect(await faultsOf(page)).toEqual([]);
  expect(await faultsBesideColours(page)).toEqual([]);
  const check = async (damage: () => void) => {
    await page.goto('/about');
    await page.evaluate(damage);
    return (await faultsBesideColours(page)).map((fault) => fault.split(':')[0]);
  };
  const withoutWords = () => {
    for (const link of document.querySelectorAll('footer a')) link.replaceChildren();
  };
  const oddRole = () => document.querySelector('main h1')?.setAttribute('role', 'nothing');
  const oddLanguage = () => document.documentElement.setAttribute('lang', 'nothing');
  const oneName = () => {
    for (const landmark of document.querySelectorAll('nav')) landmark.setAttribute('aria-label', 'Oyna');
  };
  // Elements and attributes: all rules run.
  expect(await check(withoutWords)).toContain('link-name');
  expect(await check(oddRole)).toContain('aria-roles');
  // Words alone: the rules that read them run.
  expect(await check(oddLanguage)).toEqual(['html-lang-valid']);
  expect(await check(oneName)).toEqual(['landmark-unique']);
});
