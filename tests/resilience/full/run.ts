// `npm run prove` runs the resilience tests at full size. tests/resilience/README.md describes the parts.
// PROVE_ONLY=scarce-stock,process-kills runs some parts, PROVE_SIZE=0.1 a tenth of each, PROVE_SEED=7 another sequence.
import { cleanUp } from '../../../apps/server/src/testing/store-process.ts';
import { runAlerts } from './alerts.ts';
import { runCallbacks } from './callbacks.ts';
import { runFailpoints } from './failpoints.ts';
import { runFloods } from './floods.ts';
import { runGifts } from './gifts.ts';
import { runGuests } from './guests.ts';
import { runImport } from './import.ts';
import { runKeyImports } from './key-imports.ts';
import { runOperatorRefunds } from './operator-refunds.ts';
import { runPartRefunds } from './part-refunds.ts';
import { runPriceChanges } from './price-changes.ts';
import { runProcessKills } from './process-kills.ts';
import { runRandomOrder } from './random-order.ts';
import { runRequests } from './requests.ts';
import { runScarceStock } from './scarce-stock.ts';
import { runScripts } from './scripts.ts';
import { runServerTests } from './server-tests.ts';
import { runSoak } from './soak.ts';
import { runStockCounts } from './stock-counts.ts';
import type { ResultRow, RunContext } from './table.ts';
import { groupFaults, table } from './table.ts';
import { runTopUps } from './top-ups.ts';

const MOST_KINDS = 50;
const say = (line: string) => void process.stdout.write(`${line}\n`);
const size = Number(process.env['PROVE_SIZE'] ?? 1);
const seed = Number(process.env['PROVE_SEED'] ?? 1);
const context: RunContext = { seed, say, sized: (full) => Math.max(1, Math.round(full * size)) };

const parts: Record<string, (context: RunContext) => Promise<ResultRow[]>> = {
  'scarce-stock': runScarceStock,
  alerts: runAlerts,
  callbacks: runCallbacks,
  failpoints: runFailpoints,
  floods: runFloods,
  gifts: runGifts,
  guests: runGuests,
  import: runImport,
  'key-imports': runKeyImports,
  'operator-refunds': runOperatorRefunds,
  'part-refunds': runPartRefunds,
  'price-changes': runPriceChanges,
  'process-kills': runProcessKills,
  requests: runRequests,
  'top-ups': runTopUps,
  'random-order': runRandomOrder,
  'stock-counts': runStockCounts,
  scripts: runScripts,
  'server-tests': runServerTests,
  soak: runSoak,
};
const wanted = process.env['PROVE_ONLY']?.split(',') ?? Object.keys(parts);

const rows: ResultRow[] = [];
try {
  for (const name of wanted) {
    const runPart = parts[name];
    if (!runPart) throw new Error(`There is no part ${name}: ${Object.keys(parts).join(', ')}`);
    say(`${name}, seed ${seed} …`);
    const found = await runPart(context);
    for (const row of found) say(`  ${row.what}: ${row.result}, ${row.seconds.toFixed(1)} s`);
    for (const fault of groupFaults(found.flatMap(({ faults }) => faults)).slice(0, MOST_KINDS))
      say(`  FAULT  ${fault}`);
    rows.push(...found);
  }
  say(`\n${table(rows)}`);
} finally {
  await cleanUp();
}
process.exitCode = rows.every(({ faults }) => faults.length === 0) ? 0 : 1;
