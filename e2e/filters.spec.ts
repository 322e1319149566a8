import type { Locator, Page } from '@playwright/test';
import { faultsInBothThemes, overflowOf } from './axe.ts';
import { findFaults } from './layout-faults.ts';
import { callStore } from './member.ts';
import { expect, onDesktop, onEveryScreen, onPhone, test } from './test.ts';

/** Filters of the lists: a column beside the list on wide screens, a sheet on others. */

interface Games {
  totalSize: number;
  items: { gameName: string; platform: string; available: boolean; discountPercent: number | null }[];
}

const ask = (query: string) => callStore<Games>('GET', `/api/v1/game?pageSize=100&${query}`);
const cards = (page: Page) => page.getByRole('main').getByRole('article');
const count = (page: Page) => page.getByRole('main').getByRole('status').first();
const countOf = (total: number) => new RegExp(`^${total}\\sтовар`);
const chips = (page: Page) => page.getByRole('list', { name: 'Выбранные фильтры' });
const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) >= 1024;

/** The form that is on the screen. */
async function openFilters(page: Page): Promise<Locator> {
  if (isWide(page)) {
    // Its script is loaded after the page.
    await page.locator('[data-loaded] form').waitFor();
    return page.getByRole('form', { name: 'Фильтры' });
  }
  await page.getByRole('link', { name: /^Фильтры/ }).click();
  return page.getByRole('dialog', { name: 'Фильтры' });
}

const group = (form: Locator, name: string | RegExp) => form.getByRole('group', { name });

async function tick(form: Locator, groupName: string, value: RegExp): Promise<void> {
  await group(form, groupName).getByRole('checkbox', { name: value }).check();
}

for (const width of [0, 1920]) {
  const title = `filters narrow a list, and the link shows the same to others${width ? ` at ${width}` : ''}`;
  test(title, width ? onDesktop : onEveryScreen, async ({ page, context, isMobile }) => {
    if (width) await page.setViewportSize({ width, height: 1080 });
    // By name, because sales of other tests change the order by popularity.
    const wanted = await ask('platform=GOG&platform=Steam&sale=true&orderby=name');
    await page.goto('/catalog?sort=name');
    const form = await openFilters(page);
    await tick(form, 'Платформа', /^Steam/);
    await expect(page).toHaveURL(/\/catalog\?platform=Steam&sort=name$/);
    await tick(form, 'Платформа', /^GOG/);
    await tick(form, 'Показывать только', /^Со скидкой/);
    await expect(page).toHaveURL(/\/catalog\?platform=GOG&platform=Steam&sale=true&sort=name$/);
    if (!isWide(page)) {
      const show = form.getByRole('button', { name: `Показать ${wanted.totalSize} товар` });
      await expect(show).toBeVisible();
      expect(await findFaults(page, { isTouched: isMobile })).toEqual([]);
      await show.click();
      await expect(form).toBeHidden();
    }
    await expect(count(page)).toHaveText(countOf(wanted.totalSize));
    await expect(chips(page).getByRole('link')).toHaveText([/Со скидкой/, /GOG/, /Steam/, /Сбросить всё/]);
    const names = wanted.items.slice(0, 24).map(({ gameName }) => gameName);
    await expect(cards(page).getByRole('heading')).toHaveText(names);
    expect(await overflowOf(page)).toBe(0);
    expect(await findFaults(page, { isTouched: isMobile })).toEqual([]);

    const other = await context.newPage();
    await other.goto(page.url());
    await expect(cards(other).getByRole('heading')).toHaveText(names);
    await expect(chips(other).getByRole('link')).toHaveCount(4);
  });
}

test('a box keeps its tick while the lists of fast clicks come in', onDesktop, async ({ page }) => {
  await page.goto('/catalog?sort=name');
  await openFilters(page);
  const changed = await page.evaluate(async () => {
    const undone: string[] = [];
    const boxOf = (value: string) => {
      const box = document.querySelector<HTMLInputElement>(`input[name="platform"][value="${value}"]`);
      if (!box) throw new Error(`${value} is not in the form`);
      return box;
    };
    const boxes = ['Steam', 'GOG'].map(boxOf);
    for (const box of boxes) {
      const checked = Object.getOwnPropertyDescriptor(box, 'checked');
      Object.defineProperty(box, 'checked', {
        configurable: true,
        get: () => checked?.get?.call(box),
        set(value: boolean) {
          if (value !== box.checked) undone.push(`${box.value} ${value} ${location.search}`);
          checked?.set?.call(box, value);
        },
      });
    }
    const nextFrame = () => new Promise(requestAnimationFrame);
    for (let click = 0; click < 24; click++) {
      const before = location.search;
      boxes[click % 2]?.click();
      while (location.search === before) await nextFrame();
      for (let frame = 0; frame < click % 5; frame++) await nextFrame();
    }
    return undone;
  });
  expect(changed).toEqual([]);
});

test('a chip removes its filter, and the last link removes all', onDesktop, async ({ page }) => {
  await page.goto('/catalog?platform=Steam&genre=rpg&sort=price');
  await chips(page).getByRole('link', { name: 'Убрать фильтр: Steam' }).click();
  await expect(page).toHaveURL(/\/catalog\?genre=rpg&sort=price$/);
  await expect(chips(page).getByRole('link', { name: 'Убрать фильтр: Ролевые' })).toBeFocused();
  await chips(page).getByRole('link', { name: 'Сбросить всё' }).click();
  await expect(page).toHaveURL(/\/catalog\?sort=price$/);
  await expect(chips(page)).toHaveCount(0);
});

/** Each screen of the tests, and the widest one. */
const WIDTHS = [
  { ofScreen: '', screens: onEveryScreen, size: undefined },
  { ofScreen: ' at 1920', screens: onDesktop, size: { width: 1920, height: 1080 } },
];

for (const { ofScreen, screens, size } of WIDTHS) {
  test.describe(() => {
    if (size) test.use({ viewport: size });

    test(`the way back restores the list, its place and its filters${ofScreen}`, screens, async ({ page }) => {
      const all = (await ask('genre=action')).totalSize;
      const some = (await ask('genre=action&platform=Steam')).totalSize;
      expect(some).toBeLessThan(all);
      await page.goto('/catalog?genre=action');
      await expect(count(page)).toHaveText(countOf(all));
      const form = await openFilters(page);
      await tick(form, 'Платформа', /^Steam/);
      await expect(page).toHaveURL(/platform=Steam&genre=action$/);
      if (!isWide(page)) await form.getByRole('button', { name: /^Показать/ }).click();
      await expect(count(page)).toHaveText(countOf(some));
      const link = cards(page).last().getByRole('link').first();
      // The cards of the list before may be replaced at this moment. A click scrolls as far as this does.
      await expect(() => link.hover({ timeout: 5_000 })).toPass();
      const place = await page.evaluate(() => window.scrollY);
      expect(place).toBeGreaterThan(0);
      await link.click();
      await expect(page).toHaveURL(/\/catalog\/\d+$/);
      await page.goBack();
      await expect(count(page)).toHaveText(countOf(some));
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
      await page.goBack();
      await expect(page).toHaveURL(/\/catalog\?genre=action$/);
      await expect(count(page)).toHaveText(countOf(all));
      const again = await openFilters(page);
      await expect(group(again, 'Платформа').getByRole('checkbox', { name: /^Steam/ })).not.toBeChecked();
      await expect(group(again, 'Жанр').getByRole('checkbox', { name: /^Экшен/ })).toBeChecked();
    });

    test(
      `without script the form filters, and the country becomes its regions${ofScreen}`,
      screens,
      async ({ baseURL, browser, viewport }) => {
        const context = await browser.newContext({
          javaScriptEnabled: false,
          locale: 'ru-RU',
          ...(baseURL && { baseURL }),
          ...(viewport && { viewport }),
        });
        const page = await context.newPage();
        await page.goto('/games?sort=price');
        const form = page.getByRole('form', { name: 'Фильтры' });
        if (!isWide(page)) await page.getByRole('link', { name: /^Фильтры/ }).click();
        await tick(form, 'Платформа', /^Xbox/);
        await form.getByRole('textbox', { name: 'До' }).fill('9000');
        await form.getByLabel('Страна:').selectOption({ label: 'Казахстан' });
        await form.getByRole('button', { name: 'Показать' }).click();
        const regions = 'region=CIS&region=Global&region=KZ';
        await expect(page).toHaveURL(new RegExp(`/games\\?platform=Xbox&${regions}&max=9000&currency=KZT&sort=price$`));
        await expect(chips(page).getByRole('link')).toHaveCount(6);
        await chips(page).getByRole('link', { name: /Xbox/ }).click();
        await expect(page).toHaveURL(new RegExp(`/games\\?${regions}&max=9000&currency=KZT&sort=price$`));
        await context.close();
      },
    );

    test(`the keyboard alone is enough${ofScreen}`, screens, async ({ page }) => {
      await page.goto('/catalog');
      if (!isWide(page)) {
        await page.getByRole('link', { name: /^Фильтры/ }).focus();
        await page.keyboard.press('Enter');
      }
      const form = isWide(page) ? await openFilters(page) : page.getByRole('dialog', { name: 'Фильтры' });
      const stock = form.getByRole('checkbox', { name: /^В наличии/ });
      await expect(stock).toBeVisible();
      while (!(await stock.evaluate((box) => box === document.activeElement))) await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await expect(page).toHaveURL(/\/catalog\?sale=true$/);
      await expect(form.getByRole('checkbox', { name: /^Со скидкой/ })).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.type('100');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/catalog\?min=100&currency=KZT&sale=true$/);
      if (isWide(page)) return;
      await expect(form).toBeHidden();
      await expect(page.getByRole('link', { name: /^Фильтры/ })).toBeFocused();
    });

    test(
      `names and roles of a filtered list and its form, where axe finds nothing${ofScreen}`,
      screens,
      async ({ page }) => {
        await page.goto('/catalog?platform=Steam&genre=rpg&max=20000&currency=KZT');
        await expect(page.getByRole('main')).toMatchAriaSnapshot(`
        - heading [level=1]
        - status: /\\d+\\s*товар/
        - combobox "Сортировка":
          - option "По популярности" [selected]
        - list "Выбранные фильтры":
          - listitem:
            - link /^Убрать фильтр. до 20.000.₸$/
          - listitem:
            - 'link "Убрать фильтр: Steam"'
          - listitem:
            - 'link "Убрать фильтр: Ролевые"'
          - listitem:
            - link "Сбросить всё"
        - region:
          - heading [level=2]
          - list:
            - listitem:
              - article:
                - link:
                  - heading [level=3]
      `);
        if (!isWide(page)) expect(await faultsInBothThemes(page)).toEqual([]);
        const form = await openFilters(page);
        await expect(form).toMatchAriaSnapshot(`
        - group "Показывать только":
          - checkbox /^В наличии \\d+/
          - checkbox /^Со скидкой \\d+/
        - group /^Цена/:
          - textbox /^От/
          - textbox /^До/
        - group "Платформа":
          - checkbox /^Steam \\d+/ [checked]
        - group "Регион активации":
          - checkbox "Подойдёт мне"
          - combobox /^Страна/
          - checkbox /\\d+$/
        - group "Жанр":
          - checkbox /^Ролевые \\d+/ [checked]
      `);
        await expect(group(form, 'Регион активации').getByRole('checkbox').first()).toHaveAccessibleName(
          'Подойдёт мне',
        );
        expect(await faultsInBothThemes(page)).toEqual([]);
      },
    );
  });
}

test('a range of prices is entered in the shown currency and applied with Enter', async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto('/catalog?sort=price-desc');
  const all = (await count(page).textContent()) ?? '';
  const form = await openFilters(page);
  await form.getByRole('textbox', { name: 'До' }).fill('5 000');
  await form.getByRole('textbox', { name: 'До' }).press('Enter');
  await expect(page).toHaveURL(/\/catalog\?max=5000&currency=KZT&sort=price-desc$/);
  await expect(chips(page).getByRole('link').first()).toHaveText(/до 5.000.₸/);
  // The address and its chip change before the list does.
  await expect(count(page)).not.toHaveText(all);
  const prices = await cards(page)
    .locator('p:has-text("₸")')
    .evaluateAll((list) => list.map((price) => Number(price.firstChild?.textContent?.replace(/\D/g, ''))));
  expect(prices.length).toBeGreaterThan(5);
  expect(Math.max(...prices)).toBeLessThanOrEqual(5000);
  // For a shopper with another currency the same link has the same games.
  const total = await count(page).textContent();
  await context.addCookies([{ name: 'activeCurrency', value: 'USD', url: baseURL ?? '' }]);
  await page.goto(page.url());
  await expect(count(page)).toHaveText(total ?? '');
  await expect(chips(page).getByRole('link').first()).not.toHaveText(/₸/);
});

test('pages of a list keep the filters', onDesktop, async ({ page }) => {
  await page.goto('/catalog?platform=Steam');
  await page.getByRole('navigation', { name: 'Страницы' }).getByRole('link', { name: 'Страница 2' }).click();
  await expect(page).toHaveURL(/\/catalog\?platform=Steam&page=2$/);
  await expect(chips(page).getByRole('link')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Сортировка' }).selectOption('name');
  await expect(page).toHaveURL(/\/catalog\?platform=Steam&sort=name$/);
});

test('filters that leave nothing offer to remove them', onPhone, async ({ page }) => {
  await page.goto('/catalog?min=90000000');
  await expect(page.getByText('С такими фильтрами ничего нет.')).toBeVisible();
  await expect(count(page)).toHaveText('0 товаров');
  await page.getByRole('main').getByRole('link', { name: 'Сбросить всё' }).last().click();
  await expect(page).toHaveURL(/\/catalog$/);
  await expect(cards(page).first()).toBeVisible();
});

test('"works for me" asks for the country once and chooses the regions that work there', async ({ page }) => {
  await page.goto('/catalog');
  const form = await openFilters(page);
  const works = form.getByRole('checkbox', { name: 'Подойдёт мне' });
  await works.click();
  await expect(form.getByLabel('Страна:')).toBeFocused();
  await expect(page).toHaveURL(/\/catalog$/);
  await form.getByLabel('Страна:').selectOption({ label: 'Казахстан' });
  await expect(page).toHaveURL(/\/catalog\?region=CIS&region=Global&region=KZ$/);
  await expect(works).toBeChecked();
  await works.click();
  await expect(page).toHaveURL(/\/catalog$/);
  await page.goto('/games');
  const again = await openFilters(page);
  await again.getByRole('checkbox', { name: 'Подойдёт мне' }).click();
  await expect(page).toHaveURL(/\/games\?region=CIS&region=Global&region=KZ$/);
});

test('every list has filters, and a filtered one is not for search engines', onDesktop, async ({ page }) => {
  for (const path of ['/catalog', '/games', '/services', '/subscribes', '/discounts']) {
    await page.goto(path);
    const form = await openFilters(page);
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${path}$`));
    await tick(form, 'Показывать только', /^В наличии/);
    await expect(page).toHaveURL(new RegExp(`${path}\\?stock=true$`));
    if (path === '/catalog') {
      await tick(form, 'Тип товара', /^Ключ/);
      await expect(page).toHaveURL(/\/catalog\?type=Key&stock=true$/);
    }
    await expect(cards(page).first()).toBeVisible();
    await page.reload();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  }
});

test('a slow list shows that it loads and keeps what was ticked', async ({ page }) => {
  await page.goto('/catalog');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/catalog\.data/, async (route) => {
    await promise;
    await route.continue();
  });
  const form = await openFilters(page);
  await tick(form, 'Платформа', /^Steam/);
  await expect(page.getByRole('main').locator('section[aria-busy="true"]')).toBeAttached();
  await tick(form, 'Платформа', /^GOG/);
  await expect(group(form, 'Платформа').getByRole('checkbox', { name: /^Steam/ })).toBeChecked();
  resolve();
  await expect(page).toHaveURL(/\/catalog\?platform=GOG&platform=Steam$/);
  await expect(page.getByRole('main').locator('section[aria-busy="true"]')).toHaveCount(0);
});
