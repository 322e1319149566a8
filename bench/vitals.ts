import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../scripts/browser.ts';
import { prepareDatabase } from './databases.ts';
import { startProcess } from './server-process.ts';
import type { BenchContext, Row } from './table.ts';

const PAGES = { 'home page': '/', catalogue: '/catalog', 'product page': '/catalog/1001' };
const RUNS = 3;
/** A mid-range phone on slow 4G, with the values of Lighthouse. */
const PHONE = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
/**
 * The speed of such a phone by Lighthouse's BenchmarkIndex: its usual factor of 4 is meant for desktops of 1500 to 2000.
 * This machine is slowed down to that, whatever its own speed.
 */
const PHONE_INDEX = 440;
const SPEED_RUNS = 3;

interface Vitals {
  /** Milliseconds until the largest picture or text was painted. */
  lcp: number;
  /** The cumulative layout shift. */
  cls: number;
  /** Milliseconds during which the page could not react to a tap. */
  tbt: number;
}

/** Runs in the page before its scripts. */
const OBSERVER = `
  const vitals = { lcp: 0, cls: 0, tasks: [] };
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => { vitals.lcp = startTime; });
  on('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) vitals.cls += value; });
  on('longtask', (task) => vitals.tasks.push(task));
  window.readVitals = () => {
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const blocking = vitals.tasks.filter(({ startTime }) => startTime > firstPaint);
    return { lcp: vitals.lcp, cls: vitals.cls, tbt: blocking.reduce((sum, { duration }) => sum + duration - 50, 0) };
  };`;

/** Lighthouse's BenchmarkIndex: rounds of two small works in half a second each, one of them hard on the garbage collector. */
const BENCHMARK = `(() => {
  const roundsPerSecond = (work) => {
    const started = performance.now();
    let rounds = 0;
    while (performance.now() - started < 500) work(rounds++);
    return rounds / ((performance.now() - started) / 1000);
  };
  const joined = roundsPerSecond(() => {
    let text = '';
    for (let letter = 0; letter < 10_000; letter++) text += 'a';
    if (text.length === 1) throw new Error('the text is used, so the compiler keeps the loop');
  });
  const numbers = [0, 1].map(() => Array.from({ length: 100_000 }, (_, index) => index));
  const copied = roundsPerSecond((round) => {
    const [from, to] = [numbers[round % 2], numbers[(round + 1) % 2]];
    for (let index = 0; index < from.length; index++) to[index] = from[index];
  });
  return (joined / 10 + copied / 10) / 2;
})()`;

/** The best value, so that other load on the machine does not count. */
async function measureSpeed(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const speeds: number[] = [];
  for (let run = 0; run < SPEED_RUNS; run++) speeds.push(await page.evaluate<number>(BENCHMARK));
  await page.close();
  return Math.max(...speeds);
}

/** Web vitals on a phone with a warm server and a new browser each time. Medians of three. */
export async function benchVitals({ postgresUrl, folder, say }: BenchContext): Promise<Row[]> {
  say('Pages on a phone …');
  const url = await prepareDatabase(postgresUrl, 'vitals', say);
  const environment = { DATABASE_URL: url, DATA_DIR: join(folder, 'vitals'), WARM_PICTURES: 'off' };
  const store = await startProcess('../apps/server/src/main.ts', environment, 'is open');
  const browser = await chromium.launch({
    executablePath: await findBrowser(say),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  try {
    const speed = await measureSpeed(browser);
    const slowdown = Math.max(1, speed / PHONE_INDEX);
    say(`  a BenchmarkIndex of ${Math.round(speed)}: slowed down ${slowdown.toFixed(1)} times`);
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(PAGES)) {
      await visit(browser, store.url + path);
      const runs: Vitals[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await visit(browser, store.url + path, slowdown));
      rows.push(...rowsOf(name, runs));
    }
    return rows;
  } finally {
    await browser.close();
    await store.stop();
  }
}

async function visit(browser: Browser, url: string, slowdown?: number): Promise<Vitals> {
  const context = await browser.newContext({ ...PHONE, locale: 'ru-RU' });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    if (slowdown !== undefined) {
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    }
    await page.addInitScript({ content: OBSERVER });
    await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
    return await page.evaluate<Vitals>('readVitals()');
  } finally {
    await context.close();
  }
}

function rowsOf(name: string, runs: readonly Vitals[]): Row[] {
  const row = (of: keyof Vitals, what: string, limit: number, write: (value: number) => string): Row => {
    const values = runs.map((run) => run[of]).toSorted((a, b) => a - b);
    const median = values[Math.floor(values.length / 2)] ?? 0;
    return {
      name: `${what} of the ${name}, phone on slow 4G`,
      measured: values.map(write).join(', '),
      against: '',
      result: write(median),
      wanted: `≤ ${write(limit)}`,
      holds: median <= limit,
    };
  };
  return [
    row('lcp', 'LCP', 1_500, (value) => `${(value / 1000).toFixed(2)} s`),
    row('cls', 'CLS', 0.02, (value) => value.toFixed(3)),
    row('tbt', 'TBT', 150, (value) => `${Math.round(value)} ms`),
  ];
}
