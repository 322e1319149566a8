import { createHash, randomUUID } from 'node:crypto';
import { DEMO_OPERATORS } from '@oyna/demo/operators';
import { LANGUAGE_TAGS, type Language } from '@oyna/domain/constants';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  test,
} from '@playwright/test';
import pg from 'pg';
import { findRunningPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts';

export const CONSOLE = String(process.env['CONSOLE_URL']);

export interface Credentials {
  email: string;
  password: string;
}

/**
 * Signs in without the form and opens a screen. `enterPassword` fills in the form. The demo needs no more of an operator
 * without a second factor.
 */
export async function signIn(page: Page, screen = '/', operator: Credentials = DEMO_OPERATORS[0]): Promise<void> {
  const { email, password } = operator;
  const answer = await page.request.post(`${CONSOLE}/api/v1/session`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { email, password },
  });
  expect(answer.status()).toBe(200);
  await page.goto(CONSOLE + screen);
  await expect(page.locator('#content h1')).toBeVisible();
}

/**
 * Opens a screen without loading the console again, as a link or the button "back" does. A screen that is open already
 * with other parameters would keep its heading, so it is loaded.
 */
export async function openScreen(page: Page, screen: string): Promise<void> {
  const { pathname } = new URL(page.url());
  const heading = page.locator('main h1:not([data-left])');
  if (screen.split('?')[0] === pathname) await page.goto(CONSOLE + screen);
  else {
    await page.evaluate((address) => {
      document.querySelector('main h1')?.setAttribute('data-left', '');
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, screen);
  }
  await expect(heading).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

/** The cell of a row of a grid in the column of this title. */
export async function cellIn(row: Locator, title: string): Promise<Locator> {
  const titles = row.page().getByRole('grid').filter({ has: row }).getByRole('columnheader');
  const place = (await titles.allTextContents()).indexOf(title);
  expect(place, `no column ${title}`).toBeGreaterThan(-1);
  return row.getByRole('gridcell').nth(place);
}

const LANGUAGE_NAMES: Record<Language, string> = { ru: 'Русский', en: 'English', kz: 'Қазақша' };

/** Without a reload, and also while a dialog is open, when a person cannot reach the menu. */
export async function switchLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate(async (name) => {
    const menu = document.querySelector<HTMLElement>('header [aria-haspopup="menu"]');
    menu?.click();
    await new Promise(requestAnimationFrame);
    const items = menu?.parentElement?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [];
    for (const item of items) if (item.textContent === name) item.click();
  }, LANGUAGE_NAMES[language]);
  await expect(page.locator(`html[lang="${LANGUAGE_TAGS[language]}"]`)).toBeAttached();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

/** A request of the console's page, by its operator or by a colleague. */
export async function call<Answer>(
  by: APIRequestContext,
  method: string,
  path: string,
  data?: object,
): Promise<Answer> {
  const answer = await by.fetch(`${CONSOLE}/api/v1/${path}`, {
    method,
    headers: { 'sec-fetch-site': 'same-origin' },
    ...(data && { data }),
  });
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
  return (answer.status() === 204 ? undefined : await answer.json()) as Answer;
}

/** The first step of a sign-in. */
export async function enterPassword(page: Page, operator: Credentials = DEMO_OPERATORS[0]): Promise<void> {
  const { email, password } = operator;
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill(password);
  await page.locator('button[type="submit"]').click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Учётная запись/ }).click();
  await page.getByRole('menuitem', { name: 'Выйти' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Вход в консоль' })).toBeVisible();
}

/** Signs in as support and opens a screen. */
export async function signInAsSupport(page: Page, screen: string): Promise<void> {
  const support = DEMO_OPERATORS.find(({ roleId }) => roleId === 'support');
  await signIn(page, screen, support);
}

export interface Invited extends Credentials {
  /** Signed in, in a browser of their own. */
  page: Page;
  context: BrowserContext;
}

/**
 * A new operator: the owner, who is signed in in `page`, invites them. Where they may approve, the other owner approves it.
 * The operator opens the link and chooses a password.
 */
export async function inviteOperator(page: Page, browser: Browser, role: string): Promise<Invited> {
  const credentials = { email: `${randomUUID()}@example.com`, password: 'Harbour!stone7' };
  await page.goto(`${CONSOLE}/team`);
  await page.getByRole('button', { name: 'Пригласить' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Электронная почта').fill(credentials.email);
  await dialog.getByLabel('Роль').selectOption({ label: role });
  const invited = page.waitForResponse('**/api/v1/team/invitations*');
  await dialog.getByRole('button', { name: 'Создать ссылку' }).click();
  const { approvalId } = await (await invited).json();
  const link = approvalId ? await approve(browser, approvalId) : await dialog.getByLabel('Ссылка').inputValue();

  const context = await browser.newContext({ locale: 'ru-RU', reducedMotion: 'reduce' });
  const own = await context.newPage();
  await own.goto(link.replace(/^https?:\/\/[^/]+/, CONSOLE));
  await expect(own.getByLabel('Электронная почта')).toHaveValue(credentials.email);
  await own.getByLabel('Имя и фамилия').fill('Новый оператор');
  await own.getByLabel('Новый пароль').fill(credentials.password);
  await own.getByRole('button', { name: 'Продолжить' }).click();
  await expect(own.getByRole('heading', { level: 1, name: 'Сегодня' })).toBeVisible();
  return { ...credentials, page: own, context };
}

/** The other owner approves it. Returns the link of an invitation. */
export async function approve(browser: Browser, approvalId: number): Promise<string> {
  const context = await browser.newContext();
  const headers = { 'sec-fetch-site': 'same-origin' };
  const { email, password } = DEMO_OPERATORS[1];
  await context.request.post(`${CONSOLE}/api/v1/session`, { headers, data: { email, password } });
  const answer = await context.request.post(`${CONSOLE}/api/v1/approvals/${approvalId}/approve`, { headers, data: {} });
  const { link } = await answer.json();
  await context.close();
  return link;
}

/** For states that a person cannot bring about in a browser. Returns the number of changed rows. */
export async function changeDatabase(statement: string, values: (string | number)[]): Promise<number> {
  const client = new pg.Client(findRunningPostgres(`${process.env['STORE_DATA_DIR']}/postgres`));
  await client.connect();
  const { rowCount } = await client.query(statement, values);
  await client.end();
  return rowCount ?? 0;
}

/** As if the operator had proven the second factor an hour ago. */
export async function makeSecondFactorStale({ email }: Credentials): Promise<void> {
  const changed = await changeDatabase(
    `UPDATE operator_session SET second_factor_at = now() - interval '1 hour'
     WHERE operator_id = (SELECT id FROM operator WHERE email = $1)`,
    [email],
  );
  expect(changed).toBeGreaterThan(0);
}

/** As if the mail about an order had failed for the last time. */
export async function addFailedJob(reason: string): Promise<void> {
  await changeDatabase(
    `INSERT INTO pgboss.job (name, data, source_name, source_output)
     VALUES ('dead-letters', '{"kind": "paid", "orderId": "AAAAAAAAAAAAAAAAAAAAAAAAAA"}', 'order-messages', $1)`,
    [JSON.stringify({ message: reason })],
  );
}

const MOST_ACTIONS = 12;
const MOST_SECONDS = 60;
/** What a person needs to find and press something, or to write it. */
const SECONDS_PER_ACTION = 3;

/**
 * Counts what a person does: clicks, choices, texts, keys. `check` fails when a task takes too many actions or too long. The
 * time is that of a person for each action, and all that passes until `check` on a machine that is not busy: the page, its
 * answers, and what the test waits to see.
 */
export function countActions(task = test.info().title) {
  let count = 0;
  const slownessBefore = measureSlowness();
  const begun = performance.now();
  const step = async (work: Promise<unknown>) => {
    count += 1;
    await work;
  };
  return {
    click: (target: Locator) => step(target.click()),
    fill: (target: Locator, text: string) => step(target.fill(text)),
    choose: (target: Locator, choice: string | { value: string }) =>
      step(target.selectOption(typeof choice === 'string' ? { label: choice } : choice)),
    drop: (target: Locator, file: Parameters<Locator['setInputFiles']>[0]) => step(target.setInputFiles(file)),
    press: (page: Page, key: string) => step(page.keyboard.press(key)),
    check: () => {
      const waitedMs = performance.now() - begun;
      const slowness = Math.max(slownessBefore, measureSlowness());
      const seconds = count * SECONDS_PER_ACTION + waitedMs / 1000 / slowness;
      process.stdout.write(`${task}: ${count} actions, ${seconds.toFixed(1)} s\n`);
      expect(count, task).toBeLessThanOrEqual(MOST_ACTIONS);
      expect(seconds, task).toBeLessThanOrEqual(MOST_SECONDS);
    },
  };
}

const HASHED_MEGABYTES = 8;
const IDLE_MS = 60;

/** How many times longer the same work takes now than on a machine that does nothing else. At least 1. */
function measureSlowness(): number {
  const megabyte = Buffer.alloc(1024 * 1024);
  const begun = performance.now();
  for (let done = 0; done < HASHED_MEGABYTES; done++) createHash('sha256').update(megabyte).digest();
  return Math.max(1, (performance.now() - begun) / IDLE_MS);
}
