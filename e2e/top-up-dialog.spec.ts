import { expect, expectsErrors, onPhone, test } from './test.ts';
import { FRONT, fillPubg, fillSteam, newId, newLogin, openConfirmDialog, pay } from './top-up.ts';

/** Spec §8: a top-up without a payment link says so in the dialog of a failed payment. */

for (const { name, fill, account, code } of [
  { name: 'Steam', fill: fillSteam, account: newLogin(), code: 'steam-error' },
  { name: 'PUBG', fill: fillPubg, account: newId('1234'), code: 'pubg-error' },
]) {
  test(`${name} shows a missing payment link in the dialog of a failed payment`, {
    ...expectsErrors,
    ...onPhone,
  }, async ({ page }) => {
    await page.route(FRONT, (route) => route.fulfill({ status: 502, json: { code } }));
    await fill(page, account);
    await openConfirmDialog(page, account);
    await pay(page).click();
    const dialog = page.getByRole('dialog', { name: 'Оплата не прошла' });
    await expect(dialog).toContainText('Ссылка на оплату не пришла. Попробуйте ещё раз.');
    await dialog.getByRole('button', { name: 'Закрыть' }).last().click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(name === 'Steam' ? /\/steam$/ : /\/pubg$/);
  });
}
