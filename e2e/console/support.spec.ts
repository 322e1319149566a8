import { expect, test } from '@playwright/test';
import { sendToStore } from '../member.ts';
import { onDesktop } from '../test.ts';
import { claimKey } from './claimed-key.ts';
import { CONSOLE, countActions, openScreen, signInAsSupport } from './operator.ts';

/** The tasks of support: answer a claim, answer a message, block a customer. Each in at most 12 actions. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test(
  'support answers a claim, answers a message and blocks a customer, each in at most 12 actions',
  onDesktop,
  async ({ page }) => {
    const { member, keyId, key, orderId } = await claimKey();
    await signInAsSupport(page, '/claims');
    const menu = page.getByRole('navigation').first();

    await test.step('a claim is refused with a template in the language of the buyer', async () => {
      const actions = countActions('answer a claim');
      await actions.click(page.locator(`main a[href="/claims/${keyId}"]`));
      await expect(page).toHaveURL(`${CONSOLE}/claims/${keyId}`);
      await expect(page.getByText('Открыт на странице заказа')).toBeVisible();
      await expect(page.getByText('TR: покупатель подтвердил до оплаты, что ключ там не работает')).toBeVisible();
      await actions.click(page.getByRole('button', { name: 'Отказать', exact: true }));
      const dialog = page.getByRole('dialog', { name: 'Отказать в обращении' });
      await actions.choose(dialog.getByLabel('Шаблон'), 'Ключ активирован');
      await expect(dialog.getByLabel('Текст для покупателя')).toHaveValue(/Hogwarts/);
      await actions.click(dialog.getByRole('button', { name: 'Отказать' }));
      await expect(page.getByText('Отказано. Покупатель получит письмо.')).toBeVisible();
      actions.check();
    });

    await test.step('a message that arrives meanwhile appears without a reload and is answered', async () => {
      const actions = countActions('answer a message');
      await actions.click(menu.getByRole('link', { name: 'Сообщения' }));
      await expect(page.getByRole('heading', { level: 1, name: 'Сообщения' })).toBeVisible();
      const name = `Асель ${member.username}`;
      const sent = await sendToStore('POST', '/api/v1/support/message', {
        body: { name, email: member.email, topic: 'order', message: 'Где мой ключ?' },
      });
      expect(sent.status).toBe(204);
      await actions.click(page.getByRole('link', { name }));
      await actions.choose(page.getByLabel('Шаблон'), 'Где мой ключ');
      await expect(page.getByLabel('Ваш текст')).toHaveValue(/OY-/);
      await actions.click(page.getByRole('button', { name: 'Отправить ответ' }));
      await expect(page.getByText('отправлено')).toBeVisible();
      actions.check();
    });

    await test.step('a pasted key finds its order, and is in no address, no storage and no other request', async () => {
      const bare = key.replaceAll('-', '');
      const hasKey = (text: string | null) => text?.replaceAll('-', '').includes(bare) ?? false;
      const carriers: string[] = [];
      page.on('request', (request) => {
        if (hasKey(request.url())) carriers.push(request.url());
        else if (hasKey(request.postData())) carriers.push(new URL(request.url()).pathname);
      });
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Что найти' }).fill(key);
      const found = page.getByRole('dialog').getByRole('option').first();
      await expect(found).toBeVisible();
      await expect(found).not.toContainText(key);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${CONSOLE}/orders/${orderId}`);
      expect([...new Set(carriers)]).toEqual(['/api/v1/search']);
      carriers.length = 0;
      await openScreen(page, '/customers');
      // A list searches when typing has paused. The clock passes that moment before the next text is entered.
      await page.clock.install();
      for (const pasted of [key, bare]) {
        await page.getByRole('searchbox').fill(pasted);
        await expect(page.getByText('Это похоже на ключ.', { exact: false }).last()).toBeVisible();
        await page.clock.runFor(1_000);
        await expect(page).toHaveURL(`${CONSOLE}/customers`);
      }
      await page.getByRole('searchbox').fill(member.email);
      await expect(page).toHaveURL(/search=/);
      await expect(page.getByRole('link', { name: member.username })).toBeVisible();
      expect(carriers).toEqual([]);
      const kept = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
      );
      expect(hasKey(kept)).toBe(false);
    });

    await test.step('a customer is blocked for a week', async () => {
      const actions = countActions('block a customer');
      await actions.click(menu.getByRole('link', { name: 'Клиенты' }));
      await actions.fill(page.getByRole('searchbox'), member.email);
      await actions.click(page.getByRole('link', { name: member.username }));
      const dialog = page.getByRole('dialog');
      // The refusal of another action is not shown again.
      await page.getByRole('button', { name: 'Удалить данные' }).click();
      await dialog.getByRole('textbox').fill('чужой логин');
      await dialog.getByRole('button', { name: 'Удалить данные' }).click();
      await expect(dialog.getByRole('status').filter({ hasText: /\S/ })).toBeVisible();
      await dialog.getByRole('button', { name: 'Отмена' }).click();
      await actions.click(page.getByRole('button', { name: 'Заблокировать' }));
      await expect(dialog.getByRole('status').filter({ hasText: /\S/ })).toHaveCount(0);
      await actions.fill(dialog.getByLabel('Причина'), 'Чужая карта');
      await actions.choose(dialog.getByLabel('До'), 'на 7 дней');
      await actions.click(dialog.getByRole('button', { name: 'Заблокировать' }));
      await expect(page.getByText('заблокирован', { exact: true })).toBeVisible();
      expect((await sendToStore('GET', '/api/v1/user/info', { session: member })).status).toBe(401);
      actions.check();
    });
  },
);
