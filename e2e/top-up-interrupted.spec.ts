import { openTab } from './member.ts';
import { expect, expectsErrors, onPhone, test } from './test.ts';
import {
  confirmDialog,
  FRONT,
  fillSteam,
  login,
  newLogin,
  openConfirmDialog,
  pay,
  QUOTE,
  SANDBOX,
  stageOf,
  submit,
  toPay,
} from './top-up.ts';

/** Interruptions between the form and the payment: expired prices, other tabs, the back button, failures of the store. */

test('an expired price is renewed, also after a lost network, shows that it has changed, and is paid', {
  ...expectsErrors,
  ...onPhone,
}, async ({ page }) => {
  const account = newLogin();
  await page.clock.install();
  await fillSteam(page, account);
  await expect(page.getByText(/Цена закреплена ещё на/)).toBeVisible();
  await page.route(QUOTE, async (route) => {
    const answer = await route.fetch();
    const quote = await answer.json();
    // Simulates a lower previous price.
    const shown = { ...quote.shown, amount: quote.shown.amount + 10_000 };
    const dearer = { ...quote.toPay, amount: quote.toPay.amount + 100 };
    await route.fulfill({ response: answer, json: { ...quote, shown, toPay: dearer } });
  });
  const before = await toPay(page).textContent();
  await page.clock.fastForward('11:00');
  await expect(page.getByText('Цена изменилась')).toBeVisible();
  await expect(page.getByText('Цена изменилась')).toContainText(before ?? '');
  await expect(toPay(page)).not.toHaveText(before ?? '');
  await page.unrouteAll();
  await openConfirmDialog(page, account);
  await page.route(QUOTE, (route) => route.abort());
  await page.clock.fastForward('11:00');
  const fault = confirmDialog(page).getByRole('alert').filter({ hasText: 'Нет связи с магазином' });
  await expect(fault).toBeVisible();
  await expect(pay(page)).toBeDisabled();
  await page.unrouteAll();
  await page.clock.fastForward('00:06');
  await expect(fault).toBeHidden();
  await pay(page).click();
  await page.waitForURL((url) => url.origin === SANDBOX);
  await page.getByTestId('approve').click();
  await expect(stageOf(page, 'delivered')).toBeVisible();
});

test('a price that expires at the last moment needs a second confirmation only if it has changed', {
  ...expectsErrors,
  ...onPhone,
}, async ({ page }) => {
  const account = newLogin();
  let refusals = 0;
  const refuse = () =>
    page.route(FRONT, async (route) => {
      refusals += 1;
      const body = { code: 'quote-expired', message: 'quote-expired', requestId: 'request-of-the-test' };
      await page.unroute(FRONT);
      await route.fulfill({ status: 409, json: body });
    });
  await fillSteam(page, account);
  await openConfirmDialog(page, account);
  await page.route(QUOTE, async (route) => {
    const answer = await route.fetch();
    const quote = await answer.json();
    await route.fulfill({
      response: answer,
      json: { ...quote, toPay: { ...quote.toPay, amount: quote.toPay.amount + 100 } },
    });
  });
  await refuse();
  await pay(page).click();
  await expect(confirmDialog(page)).toContainText('Цена изменилась');
  await expect(confirmDialog(page)).toBeVisible();
  await page.unroute(QUOTE);
  await refuse();
  await page.route(QUOTE, async (route) => {
    const answer = await route.fetch();
    const quote = await answer.json();
    await route.fulfill({
      response: answer,
      json: { ...quote, toPay: { ...quote.toPay, amount: quote.toPay.amount + 100 } },
    });
  });
  await pay(page).click();
  await page.waitForURL((url) => url.origin === SANDBOX);
  expect(refusals).toBe(2);
});

test('two tabs and a double click are one payment, and the other tab shows it', onPhone, async ({ page, context }) => {
  const account = newLogin();
  const begun: string[] = [];
  page.on('request', (request) => {
    if (FRONT.test(request.url())) begun.push(request.url());
  });
  const other = await openTab(context, '/steam');
  await fillSteam(page, account);
  await openConfirmDialog(page, account);
  await pay(page).dblclick();
  await page.waitForURL((url) => url.origin === SANDBOX);
  expect(begun).toHaveLength(1);
  await expect(other.getByRole('heading', { name: 'Пополнение уже начато' })).toBeVisible();
  await other.getByRole('button', { name: 'Продолжить оплату' }).click();
  await other.waitForURL(page.url());
  await other.getByTestId('approve').click();
  await expect(stageOf(other, 'delivered')).toBeVisible();
});

test(
  'after the return from the provider the open payment is offered again, and a new one can be started',
  onPhone,
  async ({ page }) => {
    const account = newLogin();
    await fillSteam(page, account);
    await openConfirmDialog(page, account);
    await pay(page).click();
    await page.waitForURL((url) => url.origin === SANDBOX);
    const link = page.url();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Пополнение уже начато' })).toBeVisible();
    await expect(login(page)).toHaveValue(account);
    await page.getByRole('button', { name: 'Продолжить оплату' }).click();
    await page.waitForURL(link);
    await page.getByTestId('decline').click();
    await expect(stageOf(page, 'not-paid')).toBeVisible();
    await page.getByRole('button', { name: 'Начать заново' }).click();
    await expect(page).toHaveURL(/\/steam$/);
    await expect(login(page)).toHaveValue(account);
  },
);

test('a page from the back-forward cache can be used again', { ...expectsErrors, ...onPhone }, async ({ page }) => {
  const account = newLogin();
  await fillSteam(page, account);
  await openConfirmDialog(page, account);
  // A 204 keeps the browser on the page. The provider must be requested before the test continues.
  const answered = Promise.withResolvers<void>();
  await page.route(`${SANDBOX}/**`, async (route) => {
    await route.fulfill({ status: 204 });
    answered.resolve();
  });
  await pay(page).click();
  await expect(pay(page)).toHaveAttribute('aria-busy', 'true');
  await answered.promise;
  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(confirmDialog(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Пополнение уже начато' })).toBeVisible();
  await submit(page).click();
  await pay(page).click();
  await page.waitForURL((url) => url.origin === SANDBOX);
});

test('a slow or failing store shows a message and offers a retry', { ...expectsErrors, ...onPhone }, async ({
  page,
}) => {
  const account = newLogin();
  await page.route(QUOTE, (route) => route.fulfill({ status: 503, json: { code: 'provider-unavailable' } }));
  await fillSteam(page, account);
  const fault = page.getByRole('alert').filter({ hasText: 'Сервис пополнения не отвечает' });
  await expect(fault).toBeVisible();
  await openConfirmDialog(page, account);
  await expect(pay(page)).toBeDisabled();
  await page.unrouteAll();
  await confirmDialog(page).getByRole('alert').getByRole('button', { name: 'Узнать цену ещё раз' }).click();
  await expect(fault).toHaveCount(0);
  await expect(toPay(page)).toContainText('₸');
  await page.route(FRONT, (route) => route.fulfill({ status: 502, json: { code: 'steam-error' } }));
  await pay(page).click();
  const dialog = page.getByRole('dialog', { name: 'Оплата не прошла' });
  await expect(dialog).toContainText('Ссылка на оплату не пришла');
  await dialog.getByRole('button', { name: 'Закрыть' }).last().click();
  await page.unrouteAll();
  await page.route(FRONT, (route) => route.abort());
  await submit(page).click();
  await pay(page).click();
  await expect(dialog).toContainText('второе пополнение от этого не появится');
  await dialog.getByRole('button', { name: 'Закрыть' }).last().click();
  await page.unrouteAll();
  await submit(page).click();
  await pay(page).click();
  await page.waitForURL((url) => url.origin === SANDBOX);
});
