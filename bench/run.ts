// `npm run bench`: measures in one run and prints ratios, because these machines are too noisy for absolute times.
// The table goes to docs/benchmarks.md. BENCH_PRODUCTS=100000 takes a smaller catalogue for the large one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../apps/server/src/database/embedded-postgres.ts';
import { benchAddToCart } from './add-to-cart.ts';
import { benchCatalogueSizes } from './catalogue-sizes.ts';
import { benchHotAnswers } from './hot-answers.ts';
import { benchLoginStorm } from './login-storm.ts';
import { benchPages } from './pages.ts';
import { benchPurchases } from './purchases.ts';
import type { Row } from './table.ts';
import { table } from './table.ts';
import { benchVitals } from './vitals.ts';

const SEED = Number(process.env['BENCH_SEED'] ?? 1);
const LARGE = Number(process.env['BENCH_PRODUCTS'] ?? 1_000_000);
const say = (line: string) => void process.stdout.write(`${line}\n`);

const folder = mkdtempSync(join(tmpdir(), 'oyna-bench-'));
const postgres = await startEmbeddedPostgres({ directory: join(folder, 'postgres') });
try {
  const context = { postgresUrl: postgres.url, folder, seed: SEED, say };
  const rows: Row[] = [
    ...(await benchHotAnswers(context)),
    ...(await benchPages(context)),
    ...(await benchAddToCart(context)),
    ...(await benchPurchases(context)),
    ...(await benchLoginStorm(context)),
    ...(await benchVitals(context)),
    ...(await benchCatalogueSizes(context, 5_000, LARGE)),
  ];
  const text = table(rows);
  say(`\n${text}`);
  const processor = cpus()[0]?.model ?? process.arch;
  const machine = `${cpus().length} cores (${processor.trim() || process.arch}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, PostgreSQL 18, fsync on`;
  const page = `# Benchmarks

Measured by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}; load, store and database share the cores. Seed ${SEED}.
Only ratios within one run mean anything across machines; how each is measured is told in [bench/README.md](../bench/README.md).

${text}
`;
  writeFileSync(fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url)), page);
  const missed = rows.filter((row) => !row.holds);
  for (const row of missed) say(`missed: ${row.name}: ${row.result}, wanted ${row.wanted}`);
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
