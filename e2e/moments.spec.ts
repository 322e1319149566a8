import type { Page } from '@playwright/test';
import { showEmptyPictures, withPictures } from './browser.ts';
import { becomeMember } from './member.ts';
import { buyDirect } from './purchase.ts';
import { expect, onDesktop, test } from './test.ts';
import { stageOf } from './top-up.ts';

/** Two moments that move: an item goes into the cart, and a key opens. */

const GAME = { id: 1017, name: 'Black Myth: Wukong' };

// One after the other: each worker would start a browser with pictures.
test.describe.configure({ mode: 'default', timeout: 120_000 });
test.use({ launchOptions: withPictures });

/** Notes in each frame what moves: animations of scripts by their element, those of styles by their name. */
async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seenMotion: seen });
    const look = () => {
      for (const animation of document.getAnimations()) {
        if (animation instanceof CSSTransition || !(animation.effect instanceof KeyframeEffect)) continue;
        const target = animation.effect.target;
        if (animation instanceof CSSAnimation) seen.add(`${target?.tagName} ${animation.effect.pseudoElement ?? ''}`);
        else seen.add(`script ${target?.tagName}`);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => [...(window as unknown as { seenMotion: Set<string> }).seenMotion]);
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  const isStill = reducedMotion === 'reduce';

  test(
    `${isStill ? 'without' : 'with'} motion an item goes into the cart and the count is right`,
    onDesktop,
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion });
      await showEmptyPictures(page);
      await becomeMember(page);
      await page.goto(`/catalog/${GAME.id}`);
      const motion = await watchMotion(page);
      await page.getByRole('button', { name: 'В корзину' }).first().click();
      await expect(page.locator('header a[href$="/cart"] [data-count]')).toHaveAttribute('data-count', '1');
      await expect(page.getByText('Товар в корзине').first()).toBeAttached();
      const moved = async () => (await motion()).filter((name) => name.startsWith('script'));
      if (isStill) expect(await moved()).toEqual([]);
      else await expect.poll(moved).toEqual(expect.arrayContaining(['script SPAN', 'script IMG']));
      // The animated copy of the cover is removed.
      await expect(page.locator('body > img')).toHaveCount(0);
    },
  );

  test(
    `${isStill ? 'without' : 'with'} motion a key opens and can be selected at once`,
    onDesktop,
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion });
      await showEmptyPictures(page);
      const member = await becomeMember(page);
      const { orderId } = await buyDirect(member, GAME.id);
      await page.goto(`/payment/result?order=${orderId}`);
      await expect(stageOf(page, 'paid')).toBeVisible();
      const motion = await watchMotion(page);
      await page.getByRole('button', { name: 'Показать ключ' }).click();
      const key = page.getByTestId('key').locator('code');
      await key.click();
      await expect(key).toHaveText(/^\S{9,}$/);
      const text = String(await key.textContent());
      expect(text.length).toBeGreaterThan(8);
      expect(await page.evaluate(() => String(getSelection()).trim())).toBe(text);
      await expect(page.getByText(text, { exact: true })).toHaveCount(1);
      const opened = async () => (await motion()).includes('CODE ::after');
      if (isStill) expect(await opened()).toBe(false);
      else await expect.poll(opened).toBe(true);
    },
  );
}
