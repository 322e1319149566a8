import type { Page } from '@playwright/test';
import { callStore, type Session } from './member.ts';
import { expect } from './test.ts';

/** Top-ups that are created through the API, for tests that are not about the form. */

const STEAM = 278;
const UC_60 = 311;

interface Begun {
  orderId: string;
  link_url: string;
}

export interface ShownTopUp {
  number: string;
  stage: string;
  statusId: number;
}

export function beginSteam(account: string, session?: Session, amount = 1000): Promise<Begun> {
  const body = { id: STEAM, serviceObject: { account, amount } };
  return callStore('POST', '/api/v1/replenishment/front/epoint', { ...(session && { session }), body });
}

export function beginPubg(account: string): Promise<Begun> {
  const body = { id: UC_60, serviceObject: { account, amount: 0 } };
  return callStore('POST', '/api/v1/replenishment/front/epoint', { body });
}

/** Sends what the provider's page sends on a click. */
export async function approve({ link_url }: Begun): Promise<void> {
  const answer = await fetch(`${link_url}/approve`, { method: 'POST', redirect: 'manual' });
  expect(answer.status).toBeLessThan(400);
}

export async function waitForStage(orderId: string, stage: string): Promise<void> {
  const look = async () => (await callStore<ShownTopUp>('GET', `/api/v1/replenishment/${orderId}`)).stage;
  await expect.poll(look, { message: `the stage of ${orderId}` }).toBe(stage);
}

/** The short number, as it is shown. */
export const numberOf = async (orderId: string) =>
  (await callStore<ShownTopUp>('GET', `/api/v1/replenishment/${orderId}`)).number;

export const stageOf = (page: Page, stage: string) => page.locator(`[role=status][data-state="${stage}"]`);

/** The same through the browser. */

export const SANDBOX = String(process.env['SANDBOX_URL']);
export const FRONT = /\/api\/v1\/replenishment\/front\//;
export const QUOTE = '**/api/v1/replenishment/quote*';

export const login = (page: Page) => page.getByLabel('Логин Steam');
export const playerId = (page: Page) => page.getByLabel('ID игрока');
export const submit = (page: Page) => page.getByRole('button', { name: 'Пополнить', exact: true });
export const confirmDialog = (page: Page) => page.getByRole('dialog', { name: 'Всё верно?' });
export const pay = (page: Page) => confirmDialog(page).getByRole('button', { name: /^Оплатить/ });
export const withoutAccount = (page: Page) => page.getByRole('button', { name: 'Продолжить без аккаунта' });
export const toPay = (page: Page) => page.locator('[role=status]', { hasText: 'К оплате' }).locator('strong');

export async function fillSteam(page: Page, account: string): Promise<void> {
  await page.goto('/steam');
  await login(page).fill(account);
  await page.getByRole('radio', { name: /Карты Казахстана/ }).check();
}

export async function fillPubg(page: Page, account: string): Promise<void> {
  await page.goto('/pubg');
  await playerId(page).fill(account);
  await page.getByRole('radio', { name: /^60 UC/ }).check();
  await page.getByRole('radio', { name: /Карты России/ }).check();
}

/** Fills in the form as a guest and opens the confirmation. */
export async function openConfirmDialog(page: Page, account: string): Promise<void> {
  await submit(page).click();
  await withoutAccount(page).click();
  await expect(page.getByTestId('confirm-account')).toHaveText(account);
}

export async function payAsGuest(page: Page, account: string): Promise<void> {
  await openConfirmDialog(page, account);
  await pay(page).click();
  await page.waitForURL((url) => url.origin === SANDBOX);
  await page.getByTestId('approve').click();
  await page.waitForURL(/\/top-up\//);
}

export const newLogin = (beginning = 'gamer') => `${beginning}_${Math.random().toString(36).slice(2, 10)}`;
export const newId = (end: string) => `51${Math.floor(Math.random() * 9000) + 1000}${end}`;
