import { importCatalogue } from '../../../apps/server/src/features/catalogue/catalogue-import.service.ts';
import { readDemoCatalogue } from '../../../apps/server/src/testing/demo-catalogue.ts';
import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { createMembers } from '../../../apps/server/src/testing/test-member.ts';
import { FLOODS, type FloodKind } from '../flood-kinds.ts';
import { type FloodResult, faultOfFlood, flood, percentile } from '../floods.ts';
import { settle } from '../process-kills.ts';
import { openShop } from '../shop-processes.ts';
import { stockProduct } from '../stock.ts';
import { receiveVisitors } from '../visitors.ts';
import type { ResultRow, RunContext } from './table.ts';

const VISITORS = 8;
const MEMBERS = 500;
const ROUNDS = 4;
const PHASE_MS = 8_000;
const SETTLE_MS = 120_000;

/** Each flood in turns with quiet, while visitors browse and buy. Their slowest answers take at most three times as long. */
export async function runFloods({ seed, sized }: RunContext): Promise<ResultRow[]> {
  const shop = await openShop({ folder: newFolder(), environment: { RATE_LIMITS: 'on', WEB_PROCESSES: '1' } });
  try {
    await importCatalogue(shop.database, readDemoCatalogue());
    const productId = await stockProduct(shop.database, 20_000);
    const games = await shop.database.selectFrom('game').select('id').limit(200).execute();
    const members = await createMembers(shop, MEMBERS);
    const gameIds = games.map(({ id }) => id);
    const visitors = receiveVisitors({ url: shop.url, visitors: VISITORS, members, productId, gameIds, seed });
    const options = { rounds: ROUNDS, phaseMs: sized(PHASE_MS), seed, port: Number(new URL(shop.url).port) };
    const rows: ResultRow[] = [];
    for (const kind of Object.keys(FLOODS) as FloodKind[]) {
      const before = visitors.faults.length;
      const result = await flood(kind, visitors, options);
      rows.push(toRow(result, visitors.faults.slice(before)));
    }
    await visitors.leave();
    const faults = await settle(shop, SETTLE_MS);
    rows.push({ what: 'purchases meanwhile', result: `${visitors.bought} delivered`, seconds: 0, faults });
    return rows;
  } finally {
    await shop.close();
  }
}

function toRow(result: FloodResult, faults: string[]): ResultRow {
  const { kind, quiet, flooded, counts } = result;
  const fault = faultOfFlood(result);
  const [before, during] = [quiet, flooded].map((durations) => percentile(durations, 99));
  const times = `p99 of visitors ${before?.toFixed(0)} → ${during?.toFixed(0)} ms (${quiet.length} and ${flooded.length} answers)`;
  return {
    what: `${kind}: ${counts.sent} sent, ${counts.refused} refused or closed`,
    result: times,
    seconds: (2 * ROUNDS * PHASE_MS) / 1000,
    faults: [...faults, ...(fault === undefined ? [] : [fault])],
  };
}
