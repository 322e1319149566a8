import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newFolder, run } from '../../../apps/server/src/testing/store-process.ts';
import type { ResultRow, RunContext } from './table.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Those with `sized`, and the tasks of an operator with the upgrade. */
const FILES = [
  'apps/server/src/features/catalogue/catalogue.filters.test.ts',
  'apps/server/src/features/finance/sales-day.test.ts',
  'apps/server/src/features/pictures/pictures.hostile.test.ts',
  'apps/server/src/http/page-keys.test.ts',
  'tests/resilience/operator-tasks.test.ts',
];
const PROJECTS = ['--project=server', '--project=resilience'];

interface Report {
  testResults: {
    name: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; title: string; failureMessages: string[] }[];
  }[];
}

/** Tests of the server of which `npm test` runs a short form. */
export async function runServerTests({ sized }: RunContext): Promise<ResultRow[]> {
  const report = join(newFolder(), 'report.json');
  const vitest = join(ROOT, 'node_modules/.bin/vitest');
  const command = [vitest, 'run', ...PROJECTS, '--reporter=json', `--outputFile=${report}`, ...FILES];
  const { exited, stderr } = run(command, { PROVE_SIZE: String(sized(1_000) / 1_000) }, { cwd: ROOT });
  const code = await exited;
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const rows = testResults.map(({ name, message, startTime, endTime, assertionResults }): ResultRow => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    return {
      what: basename(name, '.test.ts'),
      result: `${assertionResults.filter(({ status }) => status === 'passed').length} tests passed`,
      seconds: (endTime - startTime) / 1000,
      faults: [
        ...(message === '' ? [] : [message]),
        ...failed.map(({ title, failureMessages }) => `${title}: ${failureMessages[0]?.split('\n')[0]}`),
      ],
    };
  });
  const isComplete = code === 0 && rows.length === FILES.length;
  const hasFaults = rows.some(({ faults }) => faults.length > 0);
  if (!isComplete && !hasFaults) throw new Error(`The tests of the server ended with ${code}\n${stderr()}`);
  return rows;
}
