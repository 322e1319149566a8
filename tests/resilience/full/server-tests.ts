import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newFolder, run } from '../../../apps/server/src/testing/store-process.ts';
import { type ResultRow, type RunContext, rowsOf, type TestReport } from './table.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Those with `sized`, a new attribute with its pages, and the tasks of an operator with the upgrade. */
const FILES = [
  'apps/server/src/features/catalogue/catalogue.filters.test.ts',
  'apps/server/src/features/catalogue/new-attribute.test.ts',
  'apps/server/src/features/finance/sales-day.test.ts',
  'apps/server/src/features/pictures/pictures.hostile.test.ts',
  'apps/server/src/http/page-keys.test.ts',
  'tests/resilience/operator-tasks.test.ts',
];
const PROJECTS = ['--project=server', '--project=resilience'];

/** Tests of the server of which `npm test` runs a short form. */
export async function runServerTests({ sized }: RunContext): Promise<ResultRow[]> {
  const report = join(newFolder(), 'report.json');
  const vitest = join(ROOT, 'node_modules/.bin/vitest');
  const command = [vitest, 'run', ...PROJECTS, '--reporter=json', `--outputFile=${report}`, ...FILES];
  const { exited, stderr } = run(command, { PROVE_SIZE: String(sized(1_000) / 1_000) }, { cwd: ROOT });
  const code = await exited;
  const rows = rowsOf(JSON.parse(readFileSync(report, 'utf8')) as TestReport);
  const isComplete = code === 0 && rows.filter(({ isSkipped }) => !isSkipped).length === FILES.length;
  const hasFaults = rows.some(({ faults }) => faults.length > 0);
  if (!isComplete && !hasFaults) throw new Error(`The tests of the server ended with ${code}\n${stderr()}`);
  return rows;
}
