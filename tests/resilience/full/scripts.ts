import { DEMO_OPERATORS } from '@oyna/demo/operators';
import { type Browser, chromium, type Page } from '@playwright/test';
import { sanitizeHtml } from '../../../apps/server/src/platform/sanitize-html.ts';
import { newFolder, until } from '../../../apps/server/src/testing/store-process.ts';
import { signInBench } from '../../../bench/console-session.ts';
import { withPictures } from '../../../e2e/browser.ts';
import { findBrowser } from '../../../scripts/browser.ts';
import { ask, type Customer } from '../buyer.ts';
import { findDangerous, openDocuments } from '../script-documents.ts';
import { createPayloads, FORMULAS, findFormulas, joinPayloads, type Payload } from '../script-payloads.ts';
import { preparePlaces, REFLECTING, type ScriptPlaces } from '../script-places.ts';
import { type Finding, IS_LOADED, lookAt, pathOf, watchScripts } from '../script-watch.ts';
import { openShop, type Shop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

/** How many payloads are stored at a time. */
const PACK = 250;
const MOST_IN_ADDRESS = 1_000;
const MOST_IN_MESSAGE = 1_500;
const PATIENCE_MS = 30_000;
const MAILS = 20;
/** So many of each kind are tried on pages without protection. */
const CONTROLS = 4;

/** Script payloads in every place that shows texts of people, in Chromium. None may run, and none may become markup. */
export async function runScripts({ seed, say, sized }: RunContext): Promise<ResultRow[]> {
  const payloads = createPayloads(sized(2_000), seed);
  const shop = await openShop({ folder: newFolder(), environment: { WEB_PROCESSES: '1' } });
  const browser = await chromium.launch({ ...withPictures, executablePath: await findBrowser(say) });
  const rows: ResultRow[] = [];
  try {
    const places = await preparePlaces(shop);
    for (const part of [tryControl, tryCleaned, tryStore, tryMails, tryExports]) {
      rows.push(await measure(() => part({ browser, shop, places, payloads })));
    }
    return rows;
  } finally {
    await browser.close();
    await shop.close();
  }
}

interface Tried {
  browser: Browser;
  shop: Shop;
  places: ScriptPlaces;
  payloads: readonly Payload[];
}

type Row = Omit<ResultRow, 'seconds'>;

/** Some payloads of each kind where no page protects itself. Each kind must be found, or the other results say nothing. */
async function tryControl({ browser, payloads }: Tried): Promise<Row> {
  const kinds = Object.entries(Object.groupBy(payloads, ({ kind }) => kind));
  const tried = kinds.flatMap(([, some]) => some?.slice(0, CONTROLS) ?? []);
  const found = await findDangerous(browser, tried);
  const missed = kinds.filter(([, some]) => !some?.slice(0, CONTROLS).some(({ id }) => found.has(id)));
  return {
    what: `control: ${tried.length} script payloads of ${kinds.length} kinds on pages without protection; goal: each kind is found`,
    result: `${found.size} payloads of ${kinds.length - missed.length} kinds ran or became markup`,
    faults: missed.map(([kind]) => `the kind "${kind}" is not found where nothing stops it`),
  };
}

/** The payloads as the store cleans HTML of operators and suppliers, on pages without a policy. */
async function tryCleaned({ browser, payloads }: Tried): Promise<Row> {
  const documents = payloads.map(({ id, text }) => ({ id, html: `<body>${sanitizeHtml(text)}` }));
  const findings = await openDocuments(browser, documents);
  return {
    what: `${payloads.length} script payloads after the store has cleaned their HTML; goal: none runs or becomes markup`,
    result: `${findings.length} did`,
    faults: findings.map(describe),
  };
}

async function tryStore({ browser, shop, places, payloads }: Tried): Promise<Row> {
  const visitor = await openAsMember(browser, shop, places);
  const operator = await openAsOperator(browser, shop);
  // Without payloads nothing is found, so whatever is found later comes from them.
  await Promise.all([visitor.visit(places.pages), operator.visit(places.screens)]);
  for (let start = 0; start < payloads.length; start += PACK) {
    const pack = payloads.slice(start, start + PACK);
    await places.store(pack);
    await Promise.all([
      visitor.visit([...places.pages, ...REFLECTING.pages.map((path, index) => path + inAddress(pack, index))], pack),
      operator.visit(
        [...places.screens, ...REFLECTING.screens.map((path, index) => path + inAddress(pack, index))],
        pack,
      ),
    ]);
  }
  const faults = [visitor, operator].flatMap(({ faults: some, findings }) => [
    ...some,
    ...findings.filter((finding) => !isStyleInEditor(finding)).map(describe),
  ]);
  const unseen = places.labels.filter((label) => !visitor.labels.has(label) && !operator.labels.has(label));
  faults.push(...unseen.map((label) => `no page shows the text "${label}"`));
  for (const [who, { shown }] of Object.entries({ store: visitor, console: operator }))
    if (shown.size < payloads.length) faults.push(`the ${who} shows ${shown.size} of ${payloads.length} payloads`);
  await Promise.all([visitor.close(), operator.close()]);
  const counts = [
    `${visitor.opened} pages of the store with ${visitor.labels.size} texts and ${visitor.shown.size} payloads`,
    `${operator.opened} screens of the console with ${operator.labels.size} texts and ${operator.shown.size} payloads`,
  ];
  return {
    what: `${payloads.length} script payloads in ${places.labels.length} stored texts and ${REFLECTING.pages.length + REFLECTING.screens.length} addresses; goal: each is shown by store and console, none runs, becomes markup or needs the policy`,
    result: `${counts.join(', ')}; ${faults.length} faults`,
    faults,
  };
}

/** The editor of the console parses HTML in a document that is never shown. The policy reports its styles all the same. */
const isStyleInEditor = ({ what, at }: Finding): boolean =>
  at.startsWith('/catalogue/') && what.startsWith('the policy stopped style-src-elem inline');

/** Different payloads in each address. */
const inAddress = (pack: readonly Payload[], index: number): string =>
  encodeURIComponent(joinPayloads(pack, MOST_IN_ADDRESS, Math.floor((index * pack.length) / 20)).trim());

const describe = ({ what, at }: Finding): string => `${what} at ${at}`;
const collapse = (text: string): string => text.replaceAll(/\s+/g, ' ');

type Visitor = Awaited<ReturnType<typeof openVisitor>>;

async function openVisitor(browser: Browser, baseURL: string, prepare: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block', reducedMotion: 'reduce' });
  // Drawing covers takes seconds, and no text is in them.
  await context.route('**/media/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  const findings = await watchScripts(context);
  const page = await context.newPage();
  await prepare(page);
  const visitor = {
    findings,
    faults: [] as string[],
    opened: 0,
    /** The labels of texts that were shown, and the ids of payloads. */
    labels: new Set<string>(),
    shown: new Set<number>(),
    async visit(paths: readonly string[], pack: readonly Payload[] = []): Promise<void> {
      for (const path of paths) await look(path, pack);
    },
    close: () => context.close(),
  };

  async function look(path: string, pack: readonly Payload[]): Promise<void> {
    visitor.opened++;
    // The next address may differ by its fragment only, and the page would not be loaded again.
    await page.goto('about:blank');
    await page.goto(path, { waitUntil: 'load', timeout: PATIENCE_MS });
    // Not `waitForFunction`: the policy of the page refuses its `eval`.
    await until(() => page.evaluate<boolean>(IS_LOADED), PATIENCE_MS).catch(() =>
      visitor.faults.push(`${pathOf(path)}: not loaded`),
    );
    const { markup, text } = await lookAt(page.mainFrame());
    visitor.faults.push(...markup.map((found) => `${found} at ${pathOf(path)}`));
    for (const [, label = ''] of text.matchAll(/#([a-z-]+)#/gi)) visitor.labels.add(label.toLowerCase());
    const collapsed = collapse(text);
    for (const payload of pack) if (collapsed.includes(collapse(payload.text))) visitor.shown.add(payload.id);
  }

  return visitor;
}

function openAsMember(browser: Browser, shop: Shop, { member }: ScriptPlaces): Promise<Visitor> {
  const expiry = new Date(Date.now() + 3_600_000).toISOString();
  const session = JSON.stringify(JSON.stringify({ value: member.token, expiry }));
  return openVisitor(browser, shop.url, async (page) => {
    await page.context().addInitScript(`try { localStorage.setItem("token", ${session}) } catch {}`);
  });
}

function openAsOperator(browser: Browser, shop: Shop): Promise<Visitor> {
  // The cookie of the session is for https and for localhost.
  const url = shop.consoleUrl.replace('127.0.0.1', 'localhost');
  const { email, password } = DEMO_OPERATORS[0];
  return openVisitor(browser, url, async (page) => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const answer = await page.request.post('/api/v1/session', { headers, data: { email, password } });
    if (!answer.ok()) throw new Error(`signing in to the console: ${answer.status()}`);
  });
}

/** Messages to the support reach its operator by mail, which is opened as a page without a policy. */
async function tryMails({ browser, shop, payloads }: Tried): Promise<Row> {
  const faults: string[] = [];
  // The form refuses control characters and line separators.
  const sent = payloads.filter(({ text }) => !/[\p{Cc}\p{Zl}]/u.test(text));
  for (let index = 0; index < MAILS; index++) {
    const start = Math.floor((index * sent.length) / MAILS);
    const body = {
      name: joinPayloads(sent, 60, start).trim(),
      email: `mail-${index}@example.com`,
      topic: 'other',
      message: `#mail#${joinPayloads(sent, MOST_IN_MESSAGE, start)}`,
    };
    const { status } = await ask(shop, { headers: {} } as Customer, 'POST', '/api/v1/support/message', { body });
    if (status !== 204) faults.push(`a message: ${status}`);
  }
  const readMails = async () => {
    const mails = (await (await fetch(`${shop.sandboxUrl}/mail.json`)).json()) as { html: string }[];
    return mails.filter(({ html }) => html?.includes('mail#'));
  };
  await until(async () => (await readMails()).length >= MAILS, PATIENCE_MS).catch(() => {});
  const documents = (await readMails()).map(({ html }, id) => ({ id, html }));
  if (documents.length < MAILS) faults.push(`${documents.length} of ${MAILS} mails were sent`);
  const findings = await openDocuments(browser, documents);
  return {
    what: `${MAILS} mails with script payloads of the contact form; goal: none runs or becomes markup`,
    result: `${documents.length} opened, ${findings.length} did`,
    faults: [...faults, ...findings.map(describe)],
  };
}

/** Formulas as names of what was sold, in the file for spreadsheets, in each of its two forms. */
async function tryExports({ shop }: Tried): Promise<Row> {
  const { database, consoleUrl } = shop;
  const headers = await signInBench(database);
  const findSold = () => database.selectFrom('sales_day').select('product_id').executeTakeFirst();
  await until(async () => (await findSold()) !== undefined);
  const productId = Number((await findSold())?.product_id);
  const faults: string[] = [];
  let cells = 0;
  for (const language of ['ru', 'en'] as const)
    for (const formula of FORMULAS) {
      await database.updateTable('operator').set({ language }).execute();
      await database.updateTable('product').set({ name: formula }).where('id', '=', productId).execute();
      const answer = await fetch(`${consoleUrl}/api/v1/finance/sales.csv?by=product`, { headers });
      const file = await answer.text();
      if (!answer.ok) faults.push(`the file: ${answer.status} ${file.slice(0, 80)}`);
      if (file.split('\n').length < 3) faults.push(`the file has no sales: ${file.slice(0, 80)}`);
      faults.push(...findFormulas(file).map((cell) => `a formula in the file: ${JSON.stringify(cell)}`));
      cells++;
    }
  const missed = FORMULAS.filter((formula) => findFormulas(`name\r\n${formula}\r\n`).length === 0);
  faults.push(...missed.map((formula) => `the formula ${JSON.stringify(formula)} is not found in a file as it is`));
  return {
    what: `${FORMULAS.length} formulas as names in the file of sales for spreadsheets; goal: none is calculated`,
    result: `${cells} files, ${faults.length} faults`,
    faults,
  };
}
