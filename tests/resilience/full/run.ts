// `npm run prove`: the promises about money and keys at full size. What each part does is told in tests/resilience/README.md.
// PROVE_ONLY=rush,kills runs some of them, PROVE_SIZE=0.1 a tenth of each, PROVE_SEED=7 another course of events.
import { cleanUp } from '../../../apps/server/src/testing/store-process.ts';
import { proveCallbacks } from './callbacks.ts';
import { proveFailpoints } from './failpoints.ts';
import { proveImport } from './import.ts';
import { proveKills } from './process-kills.ts';
import { proveRandomOrder } from './random-order.ts';
import { proveRequests } from './requests.ts';
import { proveRush } from './scarce-stock.ts';
import type { ProofContext, ProofRow } from './table.ts';
import { table } from './table.ts';
import { proveTopUps } from './top-ups.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const size = Number(process.env['PROVE_SIZE'] ?? 1);
const seed = Number(process.env['PROVE_SEED'] ?? 1);
const context: ProofContext = { seed, say, sized: (full) => Math.max(1, Math.round(full * size)) };

const proofs: Record<string, (context: ProofContext) => Promise<ProofRow[]>> = {
  rush: proveRush,
  callbacks: proveCallbacks,
  failpoints: proveFailpoints,
  import: proveImport,
  kills: proveKills,
  requests: proveRequests,
  'top-ups': proveTopUps,
  'random-order': proveRandomOrder,
};
const wanted = process.env['PROVE_ONLY']?.split(',') ?? Object.keys(proofs);

const rows: ProofRow[] = [];
try {
  for (const name of wanted) {
    const prove = proofs[name];
    if (!prove) throw new Error(`There is no proof ${name}: ${Object.keys(proofs).join(', ')}`);
    say(`${name}, seed ${seed} …`);
    const found = await prove(context);
    for (const row of found) say(`  ${row.what}: ${row.result}, ${row.seconds.toFixed(1)} s`);
    for (const fault of found.flatMap(({ faults }) => faults).slice(0, 20)) say(`  FAULT  ${fault}`);
    rows.push(...found);
  }
  say(`\n${table(rows)}`);
} finally {
  await cleanUp();
}
process.exitCode = rows.every(({ faults }) => faults.length === 0) ? 0 : 1;
