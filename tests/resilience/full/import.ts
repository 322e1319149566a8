import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder, runCli } from '../../../apps/server/src/testing/store-process.ts';
import { openShop } from '../shop-processes.ts';
import { measure, type ResultRow, type RunContext } from './table.ts';

const LIMIT_SECONDS = 60;

/** `npm run shop -- keys import`: from the start of the command to its end. */
export async function runImport({ sized }: RunContext): Promise<ResultRow[]> {
  const folder = newFolder();
  const shop = await openShop({ folder, parts: [] });
  try {
    const count = sized(100_000);
    const file = join(folder, 'keys.txt');
    writeFileSync(file, Array.from({ length: count }, (_, index) => `IMPORT-${index}-KEY`).join('\n'));
    const environment = { DATABASE_URL: shop.databaseUrl, DATA_DIR: folder };
    const { code, stdout, stderr, seconds } = await measure(() =>
      runCli(['keys', 'import', file, '--product', '900001'], environment),
    );
    const faults = code === 0 ? [] : [stderr];
    if (seconds > LIMIT_SECONDS) faults.push(`it took longer than ${LIMIT_SECONDS} s`);
    return [{ what: `importing ${count} keys`, result: stdout.trim(), seconds, faults }];
  } finally {
    await shop.close();
  }
}
