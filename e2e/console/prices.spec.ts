import { expect, type Page, test } from '@playwright/test';
import { callStore } from '../member.ts';
import { onDesktop } from '../test.ts';
import { CONSOLE, cellIn, countActions, signIn } from './operator.ts';

/** The tasks of an owner: change a price, a discount with start and end, a promo code. Each in at most 12 actions. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });
/** Games that no other test buys. */
const [CHANGED, DISCOUNTED] = [2042, 2040];
interface Offer {
  id: number;
  name: string;
  price: number;
  priceWithDiscount: number;
}
const offersOf = async (gameId: number) =>
  (await callStore<{ items: Offer[] }>('GET', `/api/v1/products?gameid=${gameId}&pageSize=100`)).items;

/** As a colleague does it. */
async function setPrices(page: Page, productId: number, prices: { priceCents: number; discountPriceCents: number }) {
  const { items } = await (await page.request.get(`${CONSOLE}/api/v1/prices/rows?ids=${productId}`)).json();
  const answer = await page.request.post(`${CONSOLE}/api/v1/price-changes`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {
      title: 'Colleague',
      startsAt: null,
      endsAt: null,
      items: [{ productId, version: items[0].version, ...prices }],
    },
  });
  expect(answer.status()).toBe(200);
}

const inHours = (hours: number) => {
  const local = new Date(Date.now() + hours * 3_600_000 + 5 * 3_600_000);
  return local.toISOString().slice(0, 16);
};

test(
  'the owner changes a price, plans a discount and creates a promo code, each in at most 12 actions',
  onDesktop,
  async ({ page }) => {
    await signIn(page);
    const menu = page.getByRole('navigation').first();

    await test.step('a price is changed in its cell, previewed in three currencies and undone', async () => {
      const [offer] = await offersOf(CHANGED);
      if (!offer) throw new Error('no offer');
      const actions = countActions();
      await actions.click(menu.getByRole('link', { name: 'Цены' }));
      await actions.fill(page.getByRole('searchbox'), String(offer.id));
      const row = page.getByRole('row', { name: offer.name });
      await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
      await actions.click(await cellIn(row, 'Цена'));
      await actions.press(page, 'Enter');
      await actions.fill(page.getByLabel(`Цена: ${offer.name}`), '77,50');
      await actions.press(page, 'Enter');
      await actions.click(page.getByRole('button', { name: 'Посмотреть 1 правку' }));
      const dialog = page.getByRole('dialog', { name: 'Что увидят покупатели' });
      for (const sign of ['₸', '₽', '$'])
        await expect(dialog.getByRole('row', { name: offer.name })).toContainText(sign);
      await actions.click(dialog.getByRole('button', { name: 'Изменить 1 цену сейчас' }));
      await expect(page.getByText('Изменена 1 цена')).toBeVisible();
      actions.check();
      await expect.poll(async () => (await offersOf(CHANGED)).find(({ id }) => id === offer.id)?.price).toBe(7750);
      await page.getByRole('button', { name: 'Отменить', exact: true }).click();
      await expect
        .poll(async () => (await offersOf(CHANGED)).find(({ id }) => id === offer.id)?.price)
        .toBe(offer.price);

      await expect(row).not.toContainText('77,50');

      // A colleague changes the other price of the offer before the new one is applied: both changes are kept.
      await (await cellIn(row, 'Цена')).click();
      await page.keyboard.press('Enter');
      await page.getByLabel(`Цена: ${offer.name}`).fill('88');
      await page.keyboard.press('Enter');
      await expect(row).not.toContainText('изменил коллега');
      await setPrices(page, offer.id, { priceCents: offer.price, discountPriceCents: offer.priceWithDiscount - 100 });
      await expect(row).toContainText('изменил коллега');
      await page.getByRole('button', { name: 'Посмотреть 1 правку' }).click();
      await expect(dialog.getByRole('row', { name: offer.name })).toContainText('изменил коллега');
      await dialog.getByRole('button', { name: 'Изменить 1 цену сейчас' }).click();
      await expect(dialog).toBeHidden();
      expect((await offersOf(CHANGED)).find(({ id }) => id === offer.id)).toMatchObject({
        price: 8800,
        priceWithDiscount: offer.priceWithDiscount - 100,
      });
      await setPrices(page, offer.id, { priceCents: offer.price, discountPriceCents: offer.priceWithDiscount });

      // Two columns of a spreadsheet.
      await page.getByRole('button', { name: 'Вставить' }).click();
      const paste = page.getByRole('dialog', { name: 'Вставить цены' });
      await paste.getByLabel('Номер и цена в строке').fill(`${offer.id}\t66,60\nрубли\tсто`);
      await paste.getByRole('button', { name: 'Посмотреть' }).click();
      await expect(paste.getByText('Эти строки не читаются: 2')).toBeVisible();
      await paste.getByLabel('Номер и цена в строке').fill(`${offer.id}\t66,60`);
      await paste.getByRole('button', { name: 'Посмотреть' }).click();
      await expect(dialog.getByRole('row', { name: offer.name })).toContainText('66,60');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });

    await test.step('all offers of a game get ten percent off from one time to another', async () => {
      const offers = await offersOf(DISCOUNTED);
      const [first] = offers;
      if (!first) throw new Error('no offer');
      await page.goto(`${CONSOLE}/prices`);
      const actions = countActions();
      await actions.click(page.getByRole('button', { name: /^Игра/ }));
      const games = page.getByRole('dialog', { name: 'Игра' });
      await actions.fill(games.getByLabel('Название или номер игры'), String(DISCOUNTED));
      // The list before the search is still shown for a moment.
      await expect(games.getByRole('listitem')).toHaveCount(1);
      await actions.click(games.getByRole('listitem').getByRole('button'));
      await expect(page).toHaveURL(`${CONSOLE}/prices?gameId=${DISCOUNTED}`);
      // A game may have several offers of one name. The number tells them apart.
      await expect(page.getByRole('row', { name: new RegExp(`\\b${first.id}\\b`) })).toBeVisible();
      await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(offers.length + 1));
      await actions.click(page.getByRole('checkbox', { name: 'Выбрать все' }));
      await actions.click(page.getByRole('button', { name: 'Изменить цены' }));
      const rule = page.getByRole('dialog', { name: /Изменить \d+ цен/ });
      await actions.fill(rule.getByLabel('Процент'), '-10');
      await actions.click(rule.getByRole('button', { name: 'Посмотреть' }));
      const dialog = page.getByRole('dialog', { name: 'Что увидят покупатели' });
      const name = `Выходные ${Date.now()}`;
      await actions.fill(dialog.getByLabel('Название изменения'), name);
      await actions.click(dialog.getByRole('radio', { name: 'В срок' }));
      await actions.fill(dialog.getByLabel('Начало'), inHours(24));
      await actions.fill(dialog.getByLabel('Конец'), inHours(48));
      await actions.click(dialog.getByRole('button', { name: /Запланировать/ }));
      await expect(page.getByText(/Запланирован/)).toBeVisible();
      actions.check();
      await page.getByRole('link', { name: 'Изменения' }).click();
      await page.getByRole('link', { name }).click();
      await expect(page.getByText('запланировано', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Снять с расписания' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Снять с расписания' }).click();
      await expect(page.getByText('снято', { exact: true })).toBeVisible();

      await page.goto(`${CONSOLE}/prices?gameId=${DISCOUNTED}`);
      await page.getByRole('checkbox', { name: 'Выбрать все' }).click();
      await page.getByRole('button', { name: 'Изменить цены' }).click();
      await rule.getByLabel('Округление').selectOption({ label: 'до ,99' });
      await rule.getByRole('button', { name: 'Посмотреть' }).click();
      await expect(dialog.getByRole('row').nth(1)).toContainText(',99');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });

    await test.step('a promo code with a budget for a category is created and ended', async () => {
      const actions = countActions();
      const code = `E2E-${Date.now()}`;
      await actions.click(menu.getByRole('link', { name: 'Промокоды' }));
      await actions.click(page.getByRole('button', { name: 'Новый промокод' }));
      const dialog = page.getByRole('dialog', { name: 'Новый промокод' });
      await actions.fill(dialog.getByLabel('Код', { exact: true }), code);
      await actions.fill(dialog.getByLabel('Скидка, %'), '15');
      await actions.fill(dialog.getByLabel('Конец'), inHours(72));
      await actions.fill(dialog.getByLabel('Бюджет, $'), '500');
      await actions.click(dialog.getByText('На что действует'));
      await actions.click(dialog.getByRole('checkbox').first());
      await actions.click(dialog.getByRole('button', { name: 'Создать' }));
      await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
      actions.check();
      await expect(page.getByText('действует', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Завершить' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Завершить' }).click();
      await expect(page.getByText('завершён', { exact: true })).toBeVisible();
    });
  },
);
