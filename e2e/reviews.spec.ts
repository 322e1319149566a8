import type { Browser, Page } from '@playwright/test';
import { faultsInBothThemes } from './axe.ts';
import { CONSOLE, signInAsSupport } from './console/operator.ts';
import { becomeMember, callStore, createMember, type Member, saveSession, worksForMembers } from './member.ts';
import { expect, expectsErrors, onDesktop, onPhone, test } from './test.ts';
import { approve } from './top-up.ts';

const GAME = 1006;
const TEXT = 'Ключ пришёл сразу, активировался без вопросов.';

test.describe.configure({ timeout: 120_000 });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Buys a key of the game through the API and, by default, opens it. */
async function buyKey(member: Member, isOpened = true): Promise<void> {
  const { items } = await callStore<{ items: { id: number; available: boolean; region: string }[] }>(
    'GET',
    `/api/v1/products?gameid=${GAME}`,
  );
  const body = [{ id: items.find(worksForMembers)?.id, count: 1 }];
  const basket = await callStore<{ id: string }>('POST', '/api/v1/basket/create', { session: member, body });
  const begun = await callStore<{ orderId: string; link_url: string }>('POST', `/api/v1/payment/epoint/${basket.id}`, {
    session: member,
  });
  await approve(begun);
  const order = await callStore<{ items: { keys: { id: number }[] }[] }>(
    'GET',
    `/api/v1/user/orders/${begun.orderId}?wait=10`,
    { session: member },
  );
  const keyId = order.items[0]?.keys[0]?.id;
  if (isOpened) await callStore('POST', `/api/v1/user/keys/${keyId}/reveal`, { session: member });
}

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Отзывы покупателей' });
const ownOf = (page: Page) => page.getByRole('region', { name: 'Ваш отзыв' });

async function write(page: Page, nickname: string, text = TEXT): Promise<void> {
  await sectionOf(page).getByRole('button', { name: 'Написать отзыв' }).click();
  const dialog = page.getByRole('dialog', { name: 'Написать отзыв' });
  await dialog.getByRole('radio', { name: '4 ★' }).check();
  await dialog.getByLabel('Имя под отзывом').fill(nickname);
  await dialog.getByLabel('Отзыв', { exact: true }).fill(text);
  await dialog.getByRole('button', { name: 'Отправить' }).click();
  await expect(ownOf(page)).toContainText(text);
}

/** Another visitor of the same page, who is a member. */
async function openAsMember(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'ru-RU', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await saveSession(page, await createMember());
  await page.goto(`/catalog/${GAME}?reviews=newest`);
  return page;
}

/** Pages are kept for some seconds. Asks for the page without a browser until it has changed, and then opens it again. */
async function reloadWhen(page: Page, hasChanged: (html: string) => boolean): Promise<void> {
  const read = async () => (await page.request.get(page.url())).text();
  await expect.poll(async () => hasChanged(await read())).toBe(true);
  await page.reload();
}

test('a buyer writes a review, edits it and deletes it', { ...expectsErrors, ...onPhone }, async ({ page }, info) => {
  const nickname = `Buyer ${info.project.name}`;
  const member = await becomeMember(page);
  await buyKey(member);
  await page.goto(`/catalog/${GAME}`);
  await sectionOf(page).getByRole('button', { name: 'Написать отзыв' }).click();
  const dialog = page.getByRole('dialog', { name: 'Написать отзыв' });
  await dialog.getByRole('button', { name: 'Отправить' }).click();
  await expect(dialog).toContainText('Поставьте от одной до пяти звёзд');
  await expect(dialog).toContainText('Напишите от 20 до 3000 символов');
  expect(await faultsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Закрыть' }).click();

  await write(page, nickname, `${TEXT} <b>&amp;</b>`);
  await expect(ownOf(page).getByRole('img', { name: '4 из 5 звёзд' })).toBeVisible();
  expect(await faultsInBothThemes(page)).toEqual([]);
  await ownOf(page).getByRole('button', { name: 'Изменить отзыв' }).click();
  const edit = page.getByRole('dialog', { name: 'Изменить отзыв' });
  await edit.getByLabel('Отзыв', { exact: true }).fill('Смотрите на spam.com, там дешевле');
  await edit.getByRole('button', { name: 'Отправить' }).click();
  await expect(edit).toContainText('Ссылки и адреса в отзывах не публикуем');
  await edit.getByRole('radio', { name: '2 ★' }).check();
  await edit.getByLabel('Отзыв', { exact: true }).fill('Через неделю стало вылетать, жаль.');
  await edit.getByRole('button', { name: 'Отправить' }).click();
  await expect(ownOf(page)).toContainText('Через неделю');

  await ownOf(page).getByRole('button', { name: 'Удалить' }).click();
  const question = page.getByRole('dialog', { name: 'Удалить отзыв?' });
  await page.route('**/review?*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  );
  await question.getByRole('button', { name: 'Удалить' }).click();
  // The page is covered by the dialog, so the message is in it.
  const failure = question.getByRole('alert');
  await expect(failure).toContainText('Не получилось. Попробуйте ещё раз.');
  await failure.getByRole('button', { name: 'Закрыть' }).tap();
  await expect(failure).toBeHidden();
  await page.unrouteAll();
  await question.getByRole('button', { name: 'Удалить' }).click();
  // The dialog is gone, and its message is not.
  await expect(page.getByRole('status').filter({ hasText: 'Отзыв удалён' })).toBeVisible();
  await expect(sectionOf(page).getByRole('button', { name: 'Написать отзыв' })).toBeVisible();
  await page.reload();
  await expect(sectionOf(page).getByRole('button', { name: 'Написать отзыв' })).toBeVisible();
  await expect(sectionOf(page)).not.toContainText(nickname);
});

test('a stranger and a buyer with a closed key cannot write', onDesktop, async ({ page }) => {
  await page.goto(`/catalog/${GAME}`);
  await expect(sectionOf(page)).toContainText('Отзыв может написать покупатель, который открыл ключ этой игры.');
  const member = await becomeMember(page);
  await buyKey(member, false);
  await page.goto(`/catalog/${GAME}`);
  await expect(sectionOf(page)).toContainText('Чтобы написать отзыв, откройте купленный ключ.');
  await expect(sectionOf(page).getByRole('button', { name: 'Написать отзыв' })).toHaveCount(0);
  // The examples of the demo say that they are.
  await page.goto('/catalog/1002');
  const examples = sectionOf(page).getByRole('listitem').filter({ hasText: 'Daniel' });
  await expect(examples).toContainText('Пример демо-магазина');
});

test('a reader votes, an operator answers and hides', onDesktop, async ({ page, browser }) => {
  const nickname = `Reader ${Date.now() % 100_000}`;
  const answer = `Спасибо за отзыв, ${nickname}!`;
  await buyKey(await becomeMember(page));
  await page.goto(`/catalog/${GAME}`);
  await write(page, nickname);

  const reader = await openAsMember(browser);
  const shown = () => sectionOf(reader).getByRole('listitem').filter({ hasText: nickname });
  await reloadWhen(reader, (html) => html.includes(nickname));
  await expect(shown()).toContainText('Куплено здесь');
  // The header shows the member once the page works.
  await expect(reader.getByRole('banner').getByText(/^member-/)).toBeVisible();
  const vote = shown().getByRole('button', { name: /^Полезно/ });
  await vote.click();
  await expect(vote).toHaveText(`Полезно · 1: ${nickname}`);
  await expect(vote).toHaveAttribute('aria-pressed', 'true');
  await vote.click();
  await expect(vote).toHaveText(`Полезно: ${nickname}`);

  const context = await browser.newContext({ locale: 'ru-RU', reducedMotion: 'reduce' });
  const operator = await context.newPage();
  await signInAsSupport(operator, '/reviews?queue=unanswered');
  const { id } = await callStore<{ items: { id: number; nickname: string }[] }>(
    'GET',
    `/api/v1/game/${GAME}/reviews?order=newest`,
  ).then(({ items }) => items.find((item) => item.nickname === nickname) ?? { id: 0 });
  await operator.goto(`${CONSOLE}/reviews/${id}`);
  await operator.getByLabel('Ответ магазина').fill(answer);
  await operator.getByRole('button', { name: 'Ответить' }).click();
  await expect(operator.getByText('Ответ опубликован')).toBeVisible();
  await reloadWhen(reader, (html) => html.includes(answer));
  await expect(shown()).toContainText(answer);
  await operator.getByRole('button', { name: 'Скрыть' }).click();
  const dialog = operator.getByRole('dialog', { name: 'Скрыть' });
  await dialog.getByLabel('Причина').fill('Проверка скрытия');
  await dialog.getByRole('button', { name: 'Скрыть' }).click();
  await expect(operator.getByText('скрыт', { exact: true })).toBeVisible();
  expect(await faultsInBothThemes(operator)).toEqual([]);
  await reloadWhen(reader, (html) => !html.includes(nickname));
  await expect(shown()).toHaveCount(0);
  await page.reload();
  await expect(ownOf(page)).toContainText('Магазин скрыл отзыв: Проверка скрытия.');
  await Promise.all([context.close(), reader.context().close()]);
});
