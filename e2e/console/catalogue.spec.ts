import { expect, type Page, test } from '@playwright/test';
import { callStore, sendToStore } from '../member.ts';
import { onDesktop } from '../test.ts';
import { CONSOLE, countActions, openScreen, signIn } from './operator.ts';

/**
 * Add a game with two offers in three languages, add its pictures, publish news for tomorrow: each in at most 12 actions. Its
 * details: publisher, genres, age, base game, languages, hardware.
 */

/** The new game is an addition to it. No other test looks at its page. */
const BASE_GAME = 4021;
/** A game that the store does not have. */
const NEW_GAME = 990_001;

test.use({ contextOptions: { reducedMotion: 'reduce' } });
/** A file as a graphics program saves it. */
async function drawPicture(page: Page, color: string): Promise<Buffer> {
  const data = await page.evaluate((fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 640 });
    const brush = canvas.getContext('2d');
    if (brush) brush.fillStyle = fill;
    brush?.fillRect(0, 0, 640, 640);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  }, color);
  return Buffer.from(data, 'base64');
}

test(
  'the owner adds a game with two offers and its pictures, and news for tomorrow',
  onDesktop,
  async ({ page, browser }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    await signIn(page);
    const name = `Harbour ${Date.now()}`;
    let id = 0;

    await test.step('a game with two offers in three languages', async () => {
      await page.goto(`${CONSOLE}/catalogue`);
      const { click, fill, check } = countActions();
      await click(page.getByRole('button', { name: 'New game' }));
      await fill(page.getByLabel('Name', { exact: true }), name);
      for (const language of ['Русский', 'English', 'Қазақша']) {
        await fill(page.getByRole('textbox', { name: `Description, ${language}` }), `${name} ${language}`);
      }
      await fill(page.getByLabel('Price, $').first(), '19.99');
      await click(page.getByRole('button', { name: 'Add an offer' }));
      await fill(page.getByLabel('Edition').nth(1), 'Deluxe');
      await fill(page.getByLabel('Price, $').nth(1), '29.99');
      await click(page.getByRole('button', { name: 'Publish', exact: true }));
      await expect(page.getByText('published', { exact: true })).toBeVisible();
      check();
      id = Number(new URL(page.url()).pathname.split('/').at(-1));
      const { items } = await callStore<{ items: { edition: string; price: number }[] }>(
        'GET',
        `/api/v1/products?gameid=${id}`,
      );
      expect(items).toMatchObject([
        { edition: 'Standard', price: 1999 },
        { edition: 'Deluxe', price: 2999 },
      ]);
      // What a draft would be found by, before it is published.
      await page.getByLabel('Other names').fill('zxqv harbour');
      await page.getByRole('searchbox', { name: 'Try the search' }).fill('zxqv');
      await expect(page.getByRole('status').filter({ hasText: 'Position 1 of 1' })).toContainText(name);
      const opened = page.context().waitForEvent('page');
      await page.getByRole('button', { name: 'Preview' }).click();
      const preview = await opened;
      await expect(preview.getByRole('heading', { level: 1, name })).toBeVisible();
      await preview.close();
      const kazakh = await callStore<{ description: string }>('GET', `/api/v1/game/${id}?lng=kz`);
      expect(kazakh.description).toBe(`<p>${name} Қазақша</p>`);
    });

    await test.step('its pictures', async () => {
      const file = { name: 'cover.png', mimeType: 'image/png', buffer: await drawPicture(page, 'teal') };
      const { drop, check } = countActions('the pictures of a game');
      await drop(page.getByLabel('Upload a cover'), file);
      await expect(page.getByLabel('Replace the cover')).toBeVisible();
      await drop(page.getByLabel('Add to the gallery'), file);
      await expect(page.getByRole('button', { name: 'Remove the picture' })).toHaveCount(2);
      check();
      const { images } = await callStore<{ images: { imagePaths: string[] } }>('GET', `/api/v1/game/${id}`);
      expect(images.imagePaths).toHaveLength(2);

      const remove = page.getByRole('button', { name: 'Remove the picture' });
      await page.getByLabel('Add to the gallery').setInputFiles({ ...file, buffer: await drawPicture(page, 'navy') });
      await expect(remove).toHaveCount(3);
      const text = page.getByLabel('What it shows, English');
      await text.last().fill('A lighthouse');
      await page.locator('article').last().getByRole('button', { name: 'Move up' }).click();
      await expect(text.nth(1)).toHaveValue('A lighthouse');
      const save = page.getByRole('button', { name: 'Save the picture' });
      await save.click();
      await expect(save).toBeHidden();
      await expect(text.nth(1)).toHaveValue('A lighthouse');

      // The operator's own upload is no change of a colleague, also before the pictures are read again.
      await text.first().fill('A harbour');
      const saved = Promise.withResolvers<void>();
      await page.route('**/api/v1/pictures/games/**', async (route) => {
        if (route.request().method() === 'GET') await saved.promise;
        await route.continue();
      });
      await page.getByLabel('Replace the cover').setInputFiles({ ...file, buffer: await drawPicture(page, 'maroon') });
      await expect(page.getByText('The picture is uploaded').last()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Keep mine' })).toHaveCount(0);
      await save.click();
      await expect(save).toBeHidden();
      saved.resolve();
      await page.unrouteAll({ behavior: 'wait' });
      await expect(text.first()).toHaveValue('A harbour');

      const question = page.getByRole('dialog', { name: 'Remove the picture' });
      await remove.last().click();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(remove).toHaveCount(3);
      await remove.last().click();
      await question.getByRole('button', { name: 'Remove the picture' }).click();
      await expect(question).toBeHidden();
      await expect(remove).toHaveCount(2);
    });

    await test.step('its details, which the store shows', async () => {
      await page.getByLabel('Publisher').fill('Harbour Works');
      await page.getByLabel('Genres').fill('rpg, open-world');
      await page.getByLabel('Age rating').selectOption('PEGI 16');
      await page.getByLabel('Relation to another game').selectOption('Addition');
      await page.getByLabel('Number of the base game').fill(String(BASE_GAME));
      await page.getByLabel('Languages of the interface').fill('en, kk');
      const minimum = page.getByRole('group', { name: 'Minimum' });
      await minimum.getByLabel('System').fill('Windows 11');
      await minimum.getByLabel('Memory, GB').fill('12');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      const findPublisher = async () =>
        (await callStore<{ publisher: string | null }>('GET', `/api/v1/game/${id}`)).publisher;
      await expect.poll(findPublisher).toBe('Harbour Works');

      const visitor = await browser.newPage({ locale: 'en-US' });
      await visitor.goto(`${process.env['STORE_URL']}/catalog/${id}`);
      const shown = visitor.getByRole('main');
      for (const [fact, value] of [
        ['Publisher', 'Harbour Works'],
        ['Genres', 'RPG'],
        ['Age', '16 and over (PEGI 16)'],
        ['Interface', 'English, Kazakh'],
        ['System', 'Windows 11'],
        ['Memory', '12 GB'],
      ] as const) {
        const row = shown.locator('dl > div').filter({ has: visitor.getByText(fact, { exact: true }) });
        await expect(row.filter({ hasText: value }), fact).not.toHaveCount(0);
      }
      await expect(shown.locator(`a[href^="/catalog/${BASE_GAME}"]`).first()).toBeAttached();
      await visitor.close();
    });

    await test.step('news for tomorrow', async () => {
      await page.goto(`${CONSOLE}/catalogue/news`);
      const { click, fill, check } = countActions();
      await click(page.getByRole('button', { name: 'New item' }));
      for (const language of ['Русский', 'English', 'Қазақша']) {
        for (const field of ['Title', 'Summary', 'Text']) {
          await fill(page.getByRole('textbox', { name: `${field}, ${language}` }), `${field} ${name}`);
        }
      }
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
      await fill(page.getByLabel('Publish at'), tomorrow);
      await click(page.getByRole('button', { name: 'Set the time' }));
      await expect(page.getByRole('button', { name: 'Cancel the time' })).toBeVisible();
      check();
      const news = await callStore<{ title: string }[]>('GET', '/api/v1/news?lng=en');
      expect(news.map(({ title }) => title)).not.toContain(`Title ${name}`);
    });
  },
);

test(
  'a draft is seen by its link only, and published news is withdrawn and published again',
  onDesktop,
  async ({ page, context }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    const name = `Title ${Date.now()}`;
    await signIn(page, '/catalogue/news');
    await page.getByRole('button', { name: 'New item' }).click();
    for (const language of ['Русский', 'English', 'Қазақша']) {
      await page.getByRole('textbox', { name: `Title, ${language}` }).fill(name);
      for (const field of ['Summary', 'Text']) {
        await page.getByRole('textbox', { name: `${field}, ${language}` }).fill(field);
      }
    }
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect((await opened).getByRole('heading', { name })).toBeVisible();

    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const { url } = await (await page.request.get(`${CONSOLE}/api/v1/catalogue/news/${id}/preview`)).json();
    const statusOf = async (change: (address: URL) => void) => {
      const address = new URL(url);
      change(address);
      return (await page.request.get(address.href)).status();
    };
    const inStore = () => statusOf(({ searchParams }) => searchParams.delete('preview'));
    expect(await statusOf(() => {})).toBe(200);
    expect(await inStore()).toBe(404);
    // The signature covers the time until which a link is valid.
    const [until, signature] = (new URL(url).searchParams.get('preview') ?? '').split('.');
    const later = `${Number(until) + 3_600_000}.${signature}`;
    expect(await statusOf(({ searchParams }) => searchParams.set('preview', later))).toBe(404);
    expect(await statusOf(({ searchParams }) => searchParams.set('id', '1'))).toBe(404);

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('published', { exact: true })).toBeVisible();
    await expect.poll(inStore).toBe(200);
    await page.getByRole('button', { name: 'Withdraw from the store' }).click();
    await expect.poll(inStore).toBe(404);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(inStore).toBe(200);
    await expect(page.getByText('published', { exact: true })).toBeVisible();

    await page.getByRole('textbox', { name: 'Title, English' }).fill(`${name} again`);
    await page.getByRole('button', { name: 'Save draft' }).click();
    const discard = page.getByRole('button', { name: 'Discard the draft' });
    const question = page.getByRole('dialog', { name: 'Discard the draft' });
    await discard.click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('has changes', { exact: true })).toBeVisible();
    await discard.click();
    await question.getByRole('button', { name: 'Discard the draft' }).click();
    await expect(page.getByText('published', { exact: true })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Title, English' })).toHaveValue(name);

    await test.step('a new draft is discarded with the texts of its picture, and nothing asks again', async () => {
      await openScreen(page, '/catalogue/news');
      await page.getByRole('button', { name: 'New item' }).click();
      const buffer = await drawPicture(page, 'teal');
      await page.getByLabel('Upload a cover').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer });
      await page.getByLabel('What it shows, English').fill('A lighthouse');
      const address = new URL(page.url()).pathname;
      await discard.click();
      await question.getByRole('button', { name: 'Discard the draft' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Catalogue' })).toBeVisible();
      await expect(page.locator(`main a[href="${address}"]`)).toHaveCount(0);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  },
);

test(
  'two operators edit the same news: the later one chooses, and unsaved text is not lost',
  onDesktop,
  async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    await signIn(page, '/catalogue/news');
    const name = `Meanwhile ${Date.now()}`;
    await page.getByRole('button', { name: 'New item' }).click();
    const field = (label: string) => page.getByRole('textbox', { name: label });
    const saveDraft = page.getByRole('button', { name: 'Save draft' });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const refusal = page.getByText('Fill in what is missing and try again');
    await expect(refusal).toBeVisible();
    await page.getByRole('list', { name: 'Missing: 9' }).getByRole('button', { name: 'Title, English' }).click();
    await expect(field('Title, English')).toBeFocused();
    await field('Title, English').fill(name);
    await saveDraft.click();
    await expect(saveDraft).toBeHidden();
    await expect(page.getByRole('list', { name: 'Missing: 8' })).toBeVisible();
    await expect(refusal).toBeHidden();
    const address = `${CONSOLE}/api/v1${new URL(page.url()).pathname}`;
    const read = async () => (await page.request.get(address)).json();

    await test.step('a second click does not overwrite the colleague', async () => {
      await field('Title, English').fill(`${name} mine`);
      await field('Text, English').fill('My text');
      const { version, fingerprint, data } = await read();
      const theirs = { ...data, title: { ...data.title, en: 'Theirs' }, summary: { ...data.summary, en: 'Added' } };
      const saved = await page.request.put(address, {
        headers: { 'sec-fetch-site': 'same-origin' },
        data: { version, fingerprint, data: theirs },
      });
      expect(saved.status()).toBe(200);
      await saveDraft.click();
      const keep = page.getByRole('button', { name: 'Keep mine' });
      await expect(keep).toBeVisible();
      const again = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await saveDraft.click();
      expect((await again).status()).toBe(409);
      expect((await read()).data).toMatchObject({ title: { en: 'Theirs' }, summary: { en: 'Added' } });
      await expect(page.getByText('Colleague: Theirs')).toBeVisible();
      await expect(page.getByText(`You: ${name} mine`)).toBeVisible();
      await keep.click();
      await expect(keep).toBeHidden();
      await expect(field('Summary, English')).toHaveValue('Added');
      await expect(field('Text, English')).toHaveText('My text');
      await saveDraft.click();
      await expect(saveDraft).toBeHidden();
      const { title, summary, body } = (await read()).data;
      expect([title.en, summary.en, body.en]).toEqual([`${name} mine`, 'Added', '<p>My text</p>']);
    });

    await test.step('what is typed while it is saved stays, and leaving asks', async () => {
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const isOwn = (url: URL) => url.href.split('?')[0] === address;
      await page.route(isOwn, async (route) => {
        if (route.request().method() === 'PUT') await held;
        await route.continue();
      });
      await field('Text, English').fill('Sent');
      const sending = page.waitForRequest((request) => request.method() === 'PUT');
      // An answer to the save before may still be on its way.
      let isSaved = false;
      page.on('response', (one) => {
        if (one.request().method() === 'PUT') isSaved = true;
      });
      const refetched = page.waitForResponse(
        (one) => isSaved && isOwn(new URL(one.url())) && one.request().method() === 'GET',
      );
      await saveDraft.click();
      await sending;
      await field('Text, English').press('End');
      await field('Text, English').pressSequentially(' and more');
      answer();
      await refetched;
      await expect(field('Text, English')).toHaveText('Sent and more');
      expect((await read()).data.body.en).toBe('<p>Sent</p>');

      const question = page.getByRole('dialog', { name: 'Leave without saving?' });
      for (const leave of [() => page.goBack(), () => page.getByRole('link', { name: 'Orders' }).first().click()]) {
        await leave();
        await question.getByRole('button', { name: 'Cancel' }).click();
        await expect(question).toBeHidden();
        await expect(field('Text, English')).toHaveText('Sent and more');
      }
      await page.getByRole('link', { name: 'Orders' }).first().click();
      await question.getByRole('button', { name: 'Leave without saving' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
    });
  },
);

test('a category is renamed in three languages and moved, and the store shows it', onDesktop, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  const listTitles = async () =>
    (await callStore<{ title: string }[]>('GET', '/api/v1/info/categories?lng=en')).map(({ title }) => title);
  const before = await listTitles();
  const [moved = '', renamed = ''] = before.slice(-2);
  const name = `${renamed} ${Date.now() % 10_000}`;
  await signIn(page);
  await page.goto(`${CONSOLE}/catalogue/groups`);

  await test.step('a game of a group is dragged to another place', async () => {
    const games = page.getByRole('main').getByRole('list').first().getByRole('listitem');
    await expect(games.nth(1)).toBeVisible();
    const [first = '', second = ''] = await games.locator('span:first-of-type').allTextContents();
    expect(first && second).not.toBe('');
    await games.nth(1).dragTo(games.nth(0));
    await expect(games.nth(0)).toContainText(second);
    await expect(games.nth(1)).toContainText(first);
    await page.getByRole('button', { name: 'Undo the changes' }).click();
    await expect(games.nth(0)).toContainText(first);
  });

  const save = page.getByRole('button', { name: 'Save categories' });
  const { click, fill, check } = countActions();
  await click(page.getByRole('button', { name: renamed, exact: true }));
  await fill(page.getByRole('textbox', { name: 'Title, English' }), '');
  await expect(save).toBeDisabled();
  await fill(page.getByRole('textbox', { name: 'Title, English' }), name);
  await click(page.getByRole('button', { name: `Move down: ${moved}` }));
  await click(save);
  await expect(save).toBeHidden();
  check();
  await expect.poll(listTitles).toEqual([...before.slice(0, -2), name, moved]);

  await page.getByRole('textbox', { name: 'Title, English' }).fill(renamed);
  await page.getByRole('button', { name: `Move up: ${moved}` }).click();
  await save.click();
  await expect.poll(listTitles).toEqual(before);

  await test.step('a file shows what it would change, and changes nothing', async () => {
    await openScreen(page, '/catalogue/files');
    const offer = { edition: 'Standard', type: 'Key', platform: 'Steam', region: 'Global', instruction: 'steam-key' };
    const description = { ru: 'Игра', en: 'A game', kz: 'Ойын' };
    const art = { motif: 'contour', hue: 8 };
    const prices = { id: NEW_GAME * 10, price: 12.5, priceWithDiscount: 10.5 };
    const game = { id: NEW_GAME, name: 'Dry Run', category: 'RPG', popularity: 1, art, description };
    const drop = (value: object) =>
      page.getByLabel('Catalogue files, YAML or JSON').setInputFiles({
        name: 'more.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(value)),
      });
    await drop({ games: [{ ...game, offers: [{ ...offer, ...prices, price: -1 }] }] });
    await expect(page.locator('pre')).toContainText('more.json');
    await expect(page.getByRole('button', { name: 'Apply' })).toHaveCount(0);
    await drop({ games: [{ ...game, offers: [{ ...offer, ...prices }] }] });
    await expect(page.getByText('1 new, 0 changed, 0 withdrawn, 0 unchanged')).toBeVisible();
    await expect(page.getByRole('list', { name: 'What will change' })).toContainText('Dry Run');
    expect((await sendToStore('GET', `/api/v1/game/${NEW_GAME}`)).status).toBe(404);
  });
});
