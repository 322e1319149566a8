import type { Locator, Page } from '@playwright/test';
import { builtFile } from './built-file.ts';
import { middleOf, putFingersOn } from './fingers.ts';
import { becomeMember, callStore, expectBasket, fillBasket } from './member.ts';
import { expect, onDesktop, onPhone, test } from './test.ts';

/** One click, one action: double clicks, double taps and held keys. */

const GAME = 1003;
const OTHER = 1004;

test.describe.configure({ timeout: 120_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const addButton = (page: Page) => page.getByRole('button', { name: 'В корзину' });
const cartLink = (page: Page) => page.getByRole('link', { name: 'Перейти в корзину' });

/** Both clicks are at the same position, even if the element there has changed. */
async function pressTwice(target: Locator, isMobile: boolean): Promise<void> {
  const page = target.page();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to click');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (!isMobile) return page.mouse.dblclick(x, y);
  await page.touchscreen.tap(x, y);
  await page.touchscreen.tap(x, y);
}

test('a double click on "add to cart" adds one copy and does not open the cart', async ({ page, isMobile }) => {
  const member = await becomeMember(page);
  await page.goto(`/catalog/${GAME}`);
  await pressTwice(addButton(page), isMobile);
  await expect(cartLink(page)).toBeVisible();
  await expectBasket(member, { [GAME]: 1 });
  await expect(page).toHaveURL(/\/catalog\/1003$/);
  // A later click counts.
  await cartLink(page).click();
  await page.waitForURL(/\/cart$/);
  await expect(page.getByRole('article', { name: 'ELDEN RING' }).locator('output')).toHaveText('1');
});

test('a second click on "add to cart" while the cart is loading adds one copy', onDesktop, async ({ page }) => {
  const member = await becomeMember(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(builtFile('features/cart/cart.ts'), async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/catalog/${GAME}`);
  await addButton(page).click();
  await expect(addButton(page)).toHaveAttribute('aria-busy', 'true');
  // A busy button keeps its place and ignores clicks.
  await addButton(page).click({ force: true });
  await addButton(page).press('Enter');
  release();
  await expect(cartLink(page)).toBeVisible();
  await expectBasket(member, { [GAME]: 1 });
});

test('a held Enter adds one copy and sends a form once', onDesktop, async ({ page }) => {
  const member = await becomeMember(page);
  await page.goto(`/catalog/${GAME}`);
  await addButton(page).focus();
  for (let repeat = 0; repeat < 5; repeat++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(cartLink(page)).toBeVisible();
  await expectBasket(member, { [GAME]: 1 });

  await page.goto('/cart');
  await page.getByRole('button', { name: 'Есть промокод?' }).click();
  const attempts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/basket/promo/')) attempts.push(request.url());
  });
  await page.getByLabel('Промокод', { exact: true }).fill('OYNA10');
  for (let repeat = 0; repeat < 5; repeat++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(page.getByRole('button', { name: /промокод OYNA10/ })).toBeVisible();
  expect(attempts).toHaveLength(1);
});

/** A cart with two rows, and their buttons to remove them. */
async function openCartOfTwo(page: Page) {
  const member = await becomeMember(page);
  await fillBasket(member, GAME, 1);
  await fillBasket(member, OTHER, 1);
  await page.goto('/cart');
  const remove = page.getByRole('main').getByRole('button', { name: /^(Удалить|Убрать)/ });
  await expect(remove).toHaveCount(2);
  return { member, remove };
}

test('a double click on the remove button of a row leaves the next row alone', async ({ page, isMobile }) => {
  const { member, remove } = await openCartOfTwo(page);
  await pressTwice(remove.first(), isMobile);
  await expectBasket(member, { [OTHER]: 1 });
  await expect(remove).toHaveCount(1);
});

test('a tap on a row that has just moved under the finger is ignored', onPhone, async ({ page }) => {
  const { member, remove } = await openCartOfTwo(page);
  const finger = await putFingersOn(page);
  const place = middleOf(await remove.first().boundingBox());
  const start = Date.now();
  await finger.tap(place, start);
  await expect(remove).toHaveCount(1);
  const below = await remove.boundingBox();
  expect(Math.abs(middleOf(below).y - place.y), 'the next row is under the finger').toBeLessThan(22);
  // Too slow for a double tap, too fast for a person to have seen the next row.
  await finger.tap(place, start + 400);
  await expectBasket(member, { [OTHER]: 1 });
  await expect(remove).toHaveCount(1);
  // Later it is meant.
  await finger.tap(place, Date.now() + 2000);
  await expect(remove).toHaveCount(0);
  await expectBasket(member, {});
});

test('every click on a stepper counts', async ({ page, isMobile }) => {
  const member = await becomeMember(page);
  await fillBasket(member, GAME, 1);
  await page.goto('/cart');
  await pressTwice(page.getByRole('button', { name: 'Увеличить количество' }), isMobile);
  await expectBasket(member, { [GAME]: 3 });
});

test('a double click on a heart keeps the game among the favourites', async ({ page, isMobile }) => {
  const member = await becomeMember(page);
  await page.goto(`/catalog/${GAME}`);
  await pressTwice(
    page
      .getByRole('main')
      .getByRole('button', { name: /избранн/i })
      .first(),
    isMobile,
  );
  const read = async () =>
    (await callStore<{ game: { gameId: number } }[]>('GET', '/api/v1/favorites', { session: member })).map(
      ({ game }) => game.gameId,
    );
  await expect.poll(read).toEqual([GAME]);
  // Nothing more is on its way.
  await page.goto('/favourites');
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /ELDEN RING/ })
      .first(),
  ).toBeVisible();
  expect(await read()).toEqual([GAME]);
});

test('a double click on "sign in" opens the dialog and leaves it open', onDesktop, async ({ page, isMobile }) => {
  await page.goto('/');
  await pressTwice(page.getByRole('banner').getByRole('button', { name: 'Войти' }), isMobile);
  await expect(page.getByRole('dialog')).toBeVisible();
});
