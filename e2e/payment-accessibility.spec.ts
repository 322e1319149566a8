import { bringAxe, faultsInLanguage } from './axe.ts';
import { becomeMember, fillBasket } from './member.ts';
import { expect, onPhone, test, waitForHydration } from './test.ts';

/** The way from the basket to the keys, in every language, and in both themes. */

const PAY = /^(Оплатить|Pay) |төлеу$/;
/** Games that no other test buys: the demo has only a few keys of each. */
const GAMES: Record<string, number> = { ru: 1031, en: 1032, kz: 1033 };

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [language, game] of Object.entries(GAMES)) {
  test(`axe finds nothing on the way to the keys in ${language}`, onPhone, async ({ page, context, baseURL }) => {
    test.setTimeout(420_000);
    await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }]);
    const expectNoFaults = async (place: string) => expect(await faultsInLanguage(page, language), place).toEqual([]);
    const pay = page.getByRole('button', { name: PAY });
    const keys = page.getByTestId('key');
    await fillBasket(await becomeMember(page), game, 2);
    await bringAxe(page);
    await page.goto('/payment');
    await page.getByRole('radio', { name: /TalkBank/ }).check();
    await expectNoFaults('payment');
    await pay.click();
    await page.waitForURL(/\/payment-talk/);
    await waitForHydration(page);
    await pay.click();
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(4);
    await expectNoFaults('card form');
    await page.locator('[name=number]').pressSequentially('5555555555554444');
    await page.locator('[name=expiry]').pressSequentially('1239');
    await page.locator('[name=cvv]').pressSequentially('737');
    await page.locator('[name=holder]').fill('AIDA SERIKOVA');
    await pay.click();
    await expect(keys).toHaveCount(2);
    await keys.first().getByRole('button').first().click();
    await expect(keys.first().locator('code')).toHaveText(/^DEMO/);
    await expectNoFaults('result');
    await page.goto('/history');
    await expect(keys).toHaveCount(2);
    await expectNoFaults('history');
  });
}
