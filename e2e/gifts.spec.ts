import { dateText } from '@oyna/domain/date-text';
import { storeDay } from '@oyna/domain/store-time';
import type { Page } from '@playwright/test';
import { faultsInBothThemes } from './axe.ts';
import { changeDatabase } from './console/operator.ts';
import { findFaults } from './layout-faults.ts';
import { becomeMember, callStore, newName, waitForMail } from './member.ts';
import { beginDirect, buyDirect } from './purchase.ts';
import { countTaps } from './taps.ts';
import { expect, expectsErrors, onPhone, test } from './test.ts';

/** A bought key for another person, who has no account. */

const SANDBOX = String(process.env['SANDBOX_URL']);
/** Games that no other test buys: the demo has only a few keys of each. The keys of the second one work in the CIS only. */
const [BY_LINK, BY_MAIL] = [2021, 2030];
const DAY_MS = 24 * 60 * 60 * 1000;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const outcome = (page: Page, state: string) => page.locator(`[data-state="${state}"]`);
const keyCard = (page: Page) => page.getByTestId('key');
const giveButton = (page: Page) => page.getByRole('button', { name: 'Подарить', exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Подарить' });
const faults = async (page: Page) => [...(await faultsInBothThemes(page)), ...(await findFaults(page))];

async function openElsewhere(page: Page, link: string): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const context = await browser.newContext({
    locale: 'ru-RU',
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    isMobile: true,
  });
  const other = await context.newPage();
  await other.goto(link);
  return other;
}

test(
  'a gift by link needs six taps from the product to the copied link, and one tap of the recipient',
  onPhone,
  async ({ page, context }) => {
    const member = await becomeMember(page);
    // So the last method of the member is Epoint.
    const { orderId } = await beginDirect(member, BY_MAIL);
    await callStore('POST', `/api/v1/payment/${orderId}/cancel`, { session: member });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const taps = await countTaps(context);
    await page.goto(`/catalog/${BY_LINK}`);
    await page.getByRole('button', { name: 'Купить сейчас', exact: true }).tap();
    await expect(page.getByRole('radio', { name: /Epoint/ })).toBeChecked();
    await page.getByRole('button', { name: /^Оплатить/ }).tap();
    await page.waitForURL((url) => url.origin === SANDBOX);
    await page.getByTestId('approve').tap();
    await expect(outcome(page, 'paid')).toBeVisible();
    await giveButton(page).tap();
    const dialog = dialogOf(page);
    await expect(dialog.getByLabel('Страна получателя')).not.toHaveValue('');
    await dialog.getByLabel('Имя получателя').fill('Маша');
    await dialog.getByLabel('Сообщение').fill('С днём рождения!');
    await dialog.getByLabel('Ваше имя').fill('Айгерим');
    expect(await faults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Создать ссылку' }).tap();
    const link = keyCard(page).locator('code');
    await expect(link).toHaveText(/\/gift#[\w-]{22}$/);
    await keyCard(page).getByRole('button', { name: 'Копировать' }).tap();
    expect(taps.list, taps.list.join('\n')).toHaveLength(6);
    await expect(keyCard(page)).toContainText('Подарок (Маша): ещё не открыт');
    await expect(page.getByRole('button', { name: 'Показать ключ' })).toHaveCount(0);
    expect(await faults(page)).toEqual([]);

    const address = String(await link.textContent());
    const other = await openElsewhere(page, address);
    await expect(other.getByText('Айгерим дарит вам')).toBeVisible();
    await expect(other.getByText('С днём рождения!')).toBeVisible();
    await expect(other.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
    expect(await faults(other)).toEqual([]);
    await other.getByRole('button', { name: 'Открыть подарок' }).tap();
    await expect(other.locator('code')).toHaveText(/^DEMO/);
    await expect(other.getByRole('group').filter({ hasText: 'Как активировать' })).toContainText(
      'введите ключ из заказа',
    );
    expect(await faults(other)).toEqual([]);
    const key = String(await other.locator('code').textContent());
    // The same browser sees it again.
    await other.reload();
    await other.getByRole('button', { name: 'Показать ключ' }).tap();
    await expect(other.locator('code')).toHaveText(key);
    await other.context().close();

    const third = await openElsewhere(page, address);
    await expect(third.getByText('Этот подарок открыли на другом устройстве')).toBeVisible();
    await expect(third.getByRole('button', { name: 'Открыть подарок' })).toHaveCount(0);
    await third.context().close();

    await page.reload();
    await expect(keyCard(page)).toContainText('Подарок (Маша): открыт');
    await expect(keyCard(page).getByRole('button')).toHaveCount(0);
    await page.goto('/notifications');
    await expect(page.getByText('получатель открыл ваш подарок')).toBeVisible();
  },
);

test('a mailed gift is taken back, its link says nothing, and the key is given again for a day and opened although the first answer is lost', {
  ...onPhone,
  ...expectsErrors,
}, async ({ page }) => {
  const member = await becomeMember(page);
  const { orderId, keyId } = await buyDirect(member, BY_MAIL);
  await page.goto(`/payment/result?order=${orderId}`);
  const email = `${newName()}@example.com`;
  await giveButton(page).tap();
  const dialog = dialogOf(page);
  await dialog.getByRole('radio', { name: 'По почте' }).check();
  await dialog.getByRole('button', { name: 'Подарить по почте' }).tap();
  await expect(dialog.getByText('Введите правильный адрес почты')).toBeVisible();
  await dialog.getByLabel('Почта получателя').fill(email);
  await dialog.getByLabel('Сообщение').fill('смотри spam.com');
  await dialog.getByRole('button', { name: 'Подарить по почте' }).tap();
  await expect(dialog.getByText('Не больше 300 символов и без ссылок')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await dialog.getByLabel('Сообщение').fill('Играй!');
  await dialog.getByLabel('Страна получателя').selectOption({ label: 'Турция' });
  const warning = dialog.getByRole('alert').filter({ hasText: 'Этот ключ не работает в стране получателя.' });
  // Without the tick it is refused each time.
  for (const _ of ['asked', 'asked again']) {
    // A tap while the answer before is being shown does nothing.
    await expect(async () => {
      const refused = page.waitForResponse('**/api/v1/user/keys/*/gift*', { timeout: 5_000 });
      await dialog.getByRole('button', { name: 'Подарить по почте' }).tap();
      expect((await refused).status()).toBe(409);
    }).toPass();
    await expect(warning).toBeVisible();
  }
  expect(await faults(page)).toEqual([]);
  await warning.getByRole('checkbox', { name: 'Знаю, что ключ там не работает' }).check();
  await dialog.getByRole('button', { name: 'Подарить по почте' }).tap();
  const { text } = await waitForMail(email, /подарок$/);
  const link = /\S+\/gift#[\w-]{22}/.exec(text)?.[0] ?? '';

  await page.reload();
  await expect(keyCard(page)).toContainText(`Отправлено на ${email}`);
  await keyCard(page).getByRole('button', { name: 'Забрать подарок' }).tap();
  await expect(page.getByRole('button', { name: 'Показать ключ' })).toBeVisible();
  for (const address of [link, `${link.slice(0, -1)}x`, '/gift', '/gift#x']) {
    await page.goto('/about');
    await page.goto(address);
    await expect(page.getByText('Ссылка на подарок не работает')).toBeVisible();
  }
  expect(await faults(page)).toEqual([]);
  await page.goto(`/payment/result?order=${orderId}`);
  await giveButton(page).tap();
  const day = storeDay(new Date(Date.now() + 2 * DAY_MS));
  await dialog.getByLabel('День').fill(day);
  await dialog.getByRole('button', { name: 'Создать ссылку' }).tap();
  const other = await openElsewhere(page, String(await keyCard(page).locator('code').textContent()));
  const shownDay = dateText(`${day}T00:00:00`, 'ru', false);
  await expect(keyCard(page)).toContainText(`Откроется с ${shownDay}`);
  await expect(other.getByText(`Подарок откроется ${shownDay}`)).toBeVisible();
  await expect(other.getByRole('main').getByRole('button')).toHaveCount(0);
  expect(await faults(other)).toEqual([]);
  // The day comes.
  await changeDatabase('UPDATE gift SET opens_on = shop_day(now()) WHERE key_id = $1 AND status <> $2', [
    keyId,
    'taken-back',
  ]);
  await other.reload();
  // The store has opened the gift, and its answer is lost on the way.
  await other.route('**/api/v1/gift/open*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const open = other.getByRole('button', { name: 'Открыть подарок' });
  await open.tap();
  await expect(other.getByText('Не удалось открыть подарок')).toBeVisible();
  await other.unrouteAll();
  // Not a tap: the second of two quick ones is ignored.
  await open.press('Enter');
  await expect(other.locator('code')).toHaveText(/^DEMO/);
  await other.context().close();
});
