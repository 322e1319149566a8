import type { Page } from '@playwright/test';
import {
  becomeMember,
  createMember,
  expectBasket,
  fillBasket,
  findBasket,
  openTab,
  PASSWORD,
  pressWith,
  stopTime,
  tabTo,
} from './member.ts';
import { expect, expectsErrors, onDesktop, onPhone, test } from './test.ts';

/** Away from what the tests of payments buy. */
const GAME = { id: 1003, name: 'ELDEN RING' };
const OTHER = { id: 1004, name: "Baldur's Gate 3" };

test.describe.configure({ timeout: 240_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A row of the cart, by its game. */
function rowOf(page: Page, { name }: { name: string }) {
  const row = page.getByRole('article', { name });
  return {
    row,
    count: row.locator('output'),
    more: row.getByRole('button', { name: 'Увеличить количество' }),
    fewer: row.getByRole('button', { name: 'Уменьшить количество' }),
    remove: row.getByRole('button', { name: 'Убрать' }),
  };
}

const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Быстрая навигация' });

const undoButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Вернуть' });

/** "−1 234,50 $" as 1234.5 */
async function readSum(page: Page, name: RegExp): Promise<number> {
  const text = await page
    .getByRole('region', { name: 'Ваш заказ' })
    .locator('div')
    .filter({ hasText: name })
    .last()
    .textContent();
  return Number(
    text
      ?.replace(name, '')
      .replaceAll(/[^\d,]/g, '')
      .replace(',', '.'),
  );
}

test('from a product to the cart: counts, undo and removed items', async ({ page, isMobile }) => {
  const press = pressWith(isMobile);
  const member = await becomeMember(page);
  await page.clock.install();
  await page.goto(`/catalog/${GAME.id}`);
  await press(page.getByRole('button', { name: 'В корзину' }));
  // With a mouse: a second tap at the same place at once would be a double tap.
  await page.getByRole('link', { name: 'Перейти в корзину' }).click();
  const { row, count, more, fewer } = rowOf(page, GAME);
  await press(more);
  await expect(count).toHaveText('2');
  await expectBasket(member, { [GAME.id]: 2 });
  await press(fewer);
  await expectBasket(member, { [GAME.id]: 1 });

  const removals: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/item/remove/')) removals.push(request.url());
  });
  await stopTime(page);
  await press(fewer);
  await press(undoButton(page));
  await expect(count).toHaveText('1');
  await page.clock.resume();
  expect(removals).toEqual([]);
  await press(fewer);
  await expect(undoButton(page)).toBeVisible();
  await expect(row).toBeHidden();
  await expectBasket(member, {});
  expect(removals).toHaveLength(1);
  await expect(undoButton(page)).toBeHidden();
  await expect(page.getByText('В корзине пока пусто')).toBeVisible();
});

test('two tabs have one cart, and the bin empties it at once', onDesktop, async ({ page, context, isMobile }) => {
  const press = pressWith(isMobile);
  const member = await becomeMember(page);
  await fillBasket(member, GAME.id, 1);
  await fillBasket(member, OTHER.id, 2);
  await page.goto('/cart');
  const here = rowOf(page, OTHER);
  await expect(here.count).toHaveText('2');
  const tab = await openTab(context, '/cart');
  const there = rowOf(tab, OTHER);
  await expect(there.count).toHaveText('2');
  await press(there.more);
  await expect(here.count).toHaveText('3');
  await expectBasket(member, { [GAME.id]: 1, [OTHER.id]: 3 });
  await press(here.remove);
  await expect(here.row).toBeHidden();
  await expect(undoButton(page)).toBeHidden();
  await expect(there.row).toBeHidden();
  await expectBasket(member, { [GAME.id]: 1 });
  await press(rowOf(tab, GAME).remove);
  await expect(page.getByText('В корзине пока пусто')).toBeVisible();
  await expectBasket(member, {});
});

test(
  'a promo code lowers the total in every currency, and a wrong one shows an error at its field',
  expectsErrors,
  async ({ page, isMobile }) => {
    const press = pressWith(isMobile);
    const member = await becomeMember(page);
    await fillBasket(member, GAME.id, 2);
    await page.goto('/cart');
    await press(page.getByRole('button', { name: 'Есть промокод?' }));
    const field = page.getByLabel('Промокод', { exact: true });
    await field.fill('no-such-code');
    await press(page.getByRole('button', { name: 'Применить' }));
    await expect(page.getByText('Промокод не подходит')).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('oyna10');
    await press(page.getByRole('button', { name: 'Применить' }));
    await expect(page.getByRole('button', { name: 'Убрать промокод OYNA10' })).toBeVisible();

    const basket = await findBasket(member);
    expect((basket?.discount ?? 0) / (basket?.amount ?? 1)).toBeCloseTo(0.1, 3);
    await expect(page.getByRole('region', { name: 'Ваш заказ' })).toContainText('₸');
    const tenge = await readSum(page, /Итого/);
    if (isMobile) {
      await page.goto('/menu');
      await page.getByRole('main').getByRole('radio', { name: /USD/ }).check();
      await page.goto('/cart');
    } else {
      await page.getByRole('button', { name: 'Валюта: KZT' }).first().click();
      await page.getByRole('menuitemradio', { name: /USD/ }).click();
    }
    await expect(page.getByRole('region', { name: 'Ваш заказ' })).toContainText('$');
    await expect.poll(() => readSum(page, /Итого/)).toBe((basket?.total ?? 0) / 100);
    expect(await readSum(page, /Промокод OYNA10/)).toBe((basket?.discount ?? 0) / 100);
    expect(tenge).toBeGreaterThan((basket?.total ?? 0) / 100);
  },
);

test('without a network the cart shows a message, keeps changes and sends them later', {
  ...expectsErrors,
  ...onPhone,
}, async ({ page, context, isMobile }) => {
  const press = pressWith(isMobile);
  const member = await becomeMember(page);
  await fillBasket(member, GAME.id, 1);
  await page.goto('/cart');
  const { count, more } = rowOf(page, GAME);
  await expect(count).toHaveText('1');
  await context.setOffline(true);
  await press(more);
  await expect(count).toHaveText('2');
  const notice = page.getByText('Нет связи. Изменения сохранены');
  await expect(notice).toBeVisible();
  await expectBasket(member, { [GAME.id]: 1 });
  await context.setOffline(false);
  await expectBasket(member, { [GAME.id]: 2 });
  await expect(notice).toBeHidden();
  await expect(count).toHaveText('2');
});

test(
  'by keyboard alone: from the product through the sign-in to a cart with a promo code',
  onDesktop,
  async ({ page }) => {
    const member = await createMember();
    const { keyboard } = page;
    await page.clock.install();
    await page.goto(`/catalog/${GAME.id}`);
    await tabTo(page.getByRole('link', { name: 'Перейти к содержанию' }));
    await keyboard.press('Enter');
    await tabTo(page.getByRole('button', { name: 'В корзину' }));
    await keyboard.press('Enter');
    await tabTo(page.getByRole('dialog').locator('[name=login]'));
    await keyboard.type(member.username);
    await keyboard.press('Tab');
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await tabTo(page.getByRole('link', { name: 'Перейти в корзину' }));
    await keyboard.press('Enter');

    const { count, more, fewer, row } = rowOf(page, GAME);
    await tabTo(more);
    await keyboard.press('Enter');
    await expect(count).toHaveText('2');
    await expectBasket(member, { [GAME.id]: 2 });
    await keyboard.press('Shift+Tab');
    await expect(fewer).toBeFocused();
    await stopTime(page);
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await expect(undoButton(page)).toBeFocused();
    await keyboard.press('Enter');
    await expect(row).toBeVisible();
    await page.clock.resume();
    await expectBasket(member, { [GAME.id]: 1 });
    await tabTo(page.getByRole('button', { name: 'Есть промокод?' }));
    await keyboard.press('Enter');
    await tabTo(page.getByLabel('Промокод', { exact: true }));
    await keyboard.type('OYNA10');
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Убрать промокод OYNA10' })).toBeVisible();
    await tabTo(page.getByRole('link', { name: 'К оплате' }));
  },
);

test('an empty cart leads home and to the catalogue', onPhone, async ({ page, isMobile }) => {
  await becomeMember(page);
  await page.goto('/cart');
  const main = page.getByRole('main');
  await expect(main.getByText('В корзине пока пусто')).toBeVisible();
  await expect(main.getByRole('link', { name: 'На главную' })).toHaveAttribute('href', '/');
  await expect(main.getByRole('link', { name: 'В каталог' })).toHaveAttribute('href', '/catalog');
  // Without a total there is no bar in the place of the phone's own.
  await expect(bottomBar(page)).toBeVisible({ visible: isMobile });
});

test('the cart leads to the payment, and has new games below', onPhone, async ({ page, isMobile }) => {
  const member = await becomeMember(page);
  await fillBasket(member, GAME.id, 1);
  await page.goto('/cart');
  await expect(page.getByRole('region', { name: 'Новинки' }).getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'К оплате' })).toBeVisible();
  await expect(bottomBar(page)).toBeHidden();
  await pressWith(isMobile)(page.getByRole('link', { name: 'К оплате' }));
  await expect(page).toHaveURL(/\/payment$/);
});

test('the cart is loaded again when the window gets the focus', onDesktop, async ({ page }) => {
  const member = await becomeMember(page);
  await fillBasket(member, GAME.id, 1);
  await page.goto('/cart');
  const { row, count } = rowOf(page, GAME);
  await expect(count).toHaveText('1');
  await fillBasket(member, OTHER.id, 1);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(rowOf(page, OTHER).count).toHaveText('1');
  await expect(row).toBeVisible();
});
