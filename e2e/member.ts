import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, waitForHydration } from './test.ts';

const STORE = String(process.env['STORE_URL']);
const SANDBOX = String(process.env['SANDBOX_URL']);
export const PASSWORD = 'Secret!pass1';

export interface Session {
  token: string;
  expired: string;
}

export interface Member extends Session {
  username: string;
  email: string;
}

interface Call {
  session?: Pick<Session, 'token'>;
  body?: object;
}

export function sendToStore(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { session, body }: Call = {},
): Promise<Response> {
  return fetch(STORE + path, {
    method,
    headers: {
      ...(session && { authorization: `Bearer ${session.token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

export async function callStore<Answer>(...call: Parameters<typeof sendToStore>): Promise<Answer> {
  const answer = await sendToStore(...call);
  expect(answer.ok, `${call[0]} ${call[1]}: ${answer.status}`).toBe(true);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

/** Members of the tests are from Kazakhstan. Keys of other regions need a tick before the payment. */
export const worksForMembers = ({ available, region }: { available: boolean; region: string }) =>
  available && ['Global', 'KZ', 'CIS'].includes(region);

export const newName = () => `member-${randomUUID().slice(0, 13)}`;

/** Registers a new member through the API. */
export async function createMember(address?: string): Promise<Member> {
  const username = newName();
  const email = address ?? `${username}@example.com`;
  const [country] = await callStore<{ id: number }[]>('GET', '/api/v1/info/countries');
  const body = { username, email, password: PASSWORD, countryId: country?.id };
  await callStore('POST', '/account/register/user', { body });
  return { username, email, ...(await openSession(username)) };
}

export function openSession(username: string, password = PASSWORD): Promise<Session> {
  return callStore('POST', '/account/login', { body: { username, password } });
}

/** Opens a cheap page to write into the storage of the store before its first real page. */
export async function saveInStorage(page: Page, entries: Record<string, string>): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, entries);
}

export async function saveSession(page: Page, { token, expired }: Session): Promise<void> {
  await saveInStorage(page, { token: JSON.stringify({ value: token, expiry: expired }) });
}

/** Registers a new member and signs in in this browser. */
export async function becomeMember(page: Page): Promise<Member> {
  const member = await createMember();
  await saveSession(page, member);
  return member;
}

export const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

/** The session of this browser, for API calls. */
export async function findSession(page: Page): Promise<Pick<Session, 'token'>> {
  await expect.poll(() => readToken(page)).not.toBeNull();
  const { value } = JSON.parse((await readToken(page)) ?? '{}') as { value: string };
  return { token: value };
}

/**
 * What disappears after a few seconds stays until `page.clock.resume()`: on a slow machine a test would miss it. The
 * clock has to be there from the beginning: `page.clock.install()`.
 */
export function stopTime(page: Page): Promise<void> {
  return page.clock.pauseAt(Date.now() + 60_000);
}

export async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(path);
  await waitForHydration(tab);
  return tab;
}

/** A finger on phones, a mouse elsewhere. */
export const pressWith = (isMobile: boolean) => (target: Locator) => (isMobile ? target.tap() : target.click());

/** Presses Tab until the target has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 100 && !(await isFocused()); presses++) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

export async function fillSignIn(form: Locator, login: string, password = PASSWORD): Promise<void> {
  await form.locator('[name=login]').fill(login);
  await form.locator('[name=password]').fill(password);
}

/** Signs in at the provider's sandbox and returns to the store. */
export async function passProvider(page: Page, email: string): Promise<void> {
  await page.waitForURL((url) => url.origin === SANDBOX);
  await page.locator('[name=email]').fill(email);
  await page.getByTestId('sign-in').click();
  await page.waitForURL((url) => url.origin === STORE);
  await waitForHydration(page);
}

interface Mail {
  to: string;
  subject: string;
  text: string;
}

export async function waitForMail(to: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  const look = async () => {
    const mails = (await (await fetch(`${SANDBOX}/mail.json`)).json()) as Mail[];
    found = mails.find((mail) => mail.to === to && subject.test(mail.subject));
    return found?.subject;
  };
  await expect.poll(look, { message: `a mail to ${to}` }).toMatch(subject);
  return found as Mail;
}

export interface Basket {
  id: string;
  amount: number;
  discount: number;
  total: number;
  basketItems: { productId: number; gameId: number; count: number; availableCount: number }[];
  /** The open payment. */
  payment?: { orderId: string };
}

export const findBasket = (session: Pick<Session, 'token'>) =>
  callStore<Basket | undefined>('GET', '/api/v1/user/basket/actual', { session });

/** Polls the basket of the server, by game, because the browser does not wait for the server. */
export async function expectBasket(session: Session, counts: Record<number, number>): Promise<void> {
  const look = async () => {
    const items = (await findBasket(session))?.basketItems ?? [];
    return Object.fromEntries(items.map(({ gameId, count }) => [gameId, count]));
  };
  await expect.poll(look, { message: 'the basket of the server' }).toEqual(counts);
}

export async function fillBasket(session: Session, gameId: number, count: number): Promise<void> {
  const { items } = await callStore<{ items: { id: number; available: boolean; region: string }[] }>(
    'GET',
    `/api/v1/products?gameid=${gameId}`,
  );
  const id = items.find(worksForMembers)?.id;
  await callStore('POST', '/api/v1/basket/create', { session, body: [{ id, count }] });
}
