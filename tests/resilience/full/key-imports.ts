import { KEY_CHUNK_LINES } from '@oyna/domain/key-file';
import { newFolder } from '../../../apps/server/src/testing/store-process.ts';
import { importWhileSelling } from '../key-imports.ts';
import { openShop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const BUYERS = 4;
const QUIET_MS = 20_000;

/** A large file in chunks, as the console sends it, while the shop sells: once undisturbed, once with kills. */
export async function runKeyImports({ seed, sized }: RunContext): Promise<ResultRow[]> {
  const rows: ResultRow[] = [];
  for (const kills of [0, 20]) {
    const shop = await openShop({ folder: newFolder() });
    try {
      const keys = sized(100_000);
      const options = { keys, chunkLines: KEY_CHUNK_LINES, buyers: BUYERS, kills, quietMs: QUIET_MS, seed };
      const { bought, imported, importSeconds, sentAgain, faults, seconds } = await measure(() =>
        importWhileSelling(shop, options),
      );
      const rate = (count: number, during: number) => `${(count / during).toFixed(1)}/s`;
      const result = [
        `${imported} keys in ${importSeconds.toFixed(1)} s`,
        `${bought.meanwhile} purchases meanwhile (${rate(bought.meanwhile, importSeconds)}, before it ${rate(bought.before, QUIET_MS / 1000)})`,
        `${sentAgain} repetitions`,
      ].join(', ');
      if (bought.meanwhile === 0) faults.push('nothing was bought meanwhile');
      const what = `importing ${keys} keys in chunks${kills > 0 ? `, ${kills} × kill -9 of web and database in turns` : ''}`;
      rows.push({ what, result, seconds, faults });
    } finally {
      await shop.close();
    }
  }
  return rows;
}
