// `npm run bench`: measures in one run and prints ratios, because these machines are too noisy for absolute times.
// The table goes to docs/benchmarks.md, above its notes and earlier runs. `npm run bench -- cart pages` runs these parts alone and only prints.
// `npm run bench -- large` measures a store of full size alone: its database takes 20 GB of disk and is kept for the next run.
// BENCH_PRODUCTS=100000 takes a smaller catalogue for the large one, BENCH_ORDERS=100000 fewer orders for the console.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts';
import { benchAddToCart } from './add-to-cart.ts';
import { benchCatalogueSizes } from './catalogue-sizes.ts';
import { benchConsole } from './console.ts';
import { benchConsoleCost } from './console-cost.ts';
import { benchCpuCost } from './cpu-cost.ts';
import { benchGrids } from './grids.ts';
import { benchHotAnswers } from './hot-answers.ts';
import { benchLarge } from './large.ts';
import { benchLoginStorm } from './login-storm.ts';
import { benchPages } from './pages.ts';
import { benchPurchases } from './purchases.ts';
import { type BenchContext, type Row, table } from './table.ts';
import { benchVitals } from './vitals.ts';

const SEED = Number(process.env['BENCH_SEED'] ?? 1);
const LARGE = Number(process.env['BENCH_PRODUCTS'] ?? 1_000_000);
const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 1_000_000);
/** The share of the full size of `large`. */
const SHARE = Number(process.env['BENCH_LARGE'] ?? 1);
/** What stays in the page when the table is written anew: its notes and earlier runs. */
const FIRST_HEADING = '\n## ';
const PAGE = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));
const say = (line: string) => void process.stdout.write(`${line}\n`);

function readNotes(): string {
  const page = readFileSync(PAGE, 'utf8');
  const start = page.indexOf(FIRST_HEADING);
  return start < 0 ? '' : page.slice(start);
}

const PARTS: Record<string, (context: BenchContext) => Promise<Row[]>> = {
  answers: benchHotAnswers,
  pages: benchPages,
  cart: benchAddToCart,
  purchases: benchPurchases,
  'console-cost': benchConsoleCost,
  cpu: benchCpuCost,
  login: benchLoginStorm,
  vitals: benchVitals,
  grids: benchGrids,
  console: (context) => benchConsole(context, ORDERS),
  sizes: (context) => benchCatalogueSizes(context, 5_000, LARGE),
};
/** Only when they are named. `large-data` generates the database of `large` and measures nothing. */
const NAMED_PARTS: typeof PARTS = {
  'large-data': (context) => benchLarge(context, SHARE, true),
  large: (context) => benchLarge(context, SHARE, false),
};
const wanted = process.argv.slice(2);
const all = { ...PARTS, ...NAMED_PARTS };
const chosen = Object.entries(wanted.length === 0 ? PARTS : all).filter(
  ([name]) => wanted.length === 0 || wanted.includes(name),
);
const unknown = wanted.filter((name) => !Object.hasOwn(all, name));
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}: choose from ${Object.keys(all).join(', ')}\n`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'oyna-bench-'));
const postgres = await startEmbeddedPostgres({ directory: join(folder, 'postgres') });
try {
  const context = { postgresUrl: postgres.url, folder, seed: SEED, say };
  const rows: Row[] = [];
  for (const [, bench] of chosen) {
    const measured = await bench(context);
    for (const { name, result, wanted: limit } of measured) say(`  ${name}: ${result}, wanted ${limit}`);
    rows.push(...measured);
  }
  const text = table(rows);
  say(`\n${text}`);
  const processor = cpus()[0]?.model ?? process.arch;
  const machine = `${cpus().length} cores (${processor.trim() || process.arch}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, PostgreSQL 18, fsync on`;
  const page = `# Benchmarks

Measured by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}; load, store and database share the cores. Seed ${SEED}.
Compare only ratios within one run. [bench/README.md](../bench/README.md) describes each measurement.

${text}
`;
  if (wanted.length === 0) writeFileSync(PAGE, `${page}${readNotes()}`);
  const missed = rows.filter((row) => !row.holds);
  for (const row of missed) say(`missed: ${row.name}: ${row.result}, wanted ${row.wanted}`);
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
