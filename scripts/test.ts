// `npm test` runs every step, also after a failure, and prints the totals in the last line.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.ts';
import { createTestsFolder, findMemoryFolder } from './memory-folder.ts';
import { type PlaywrightReport, readPlaywrightReport } from './playwright-report.ts';
import {
  countBothRuns,
  countRun,
  listFailedFiles,
  type VitestReport,
  type VitestRun,
  withFailure,
} from './vitest-report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string) => join(root, 'node_modules/.bin', name);
/** The databases of the tests and everything else that they write. In memory where there is room: some tests wait for the disk. */
const folder = createTestsFolder(findMemoryFolder() ?? tmpdir());
// For a PostgreSQL that runs as another user.
chmodSync(folder, 0o755);
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** What runs now. A stop ends it and leaves nothing behind. */
const children = new Set<ChildProcess>();
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isStopped = true;
    // As Ctrl-C does: at the others Playwright and Vitest end without their teardown, and the store or PostgreSQL would stay.
    for (const child of children) child.kill('SIGINT');
  });
}

function follow(child: ChildProcess): void {
  children.add(child);
  child.once('close', () => children.delete(child));
}

interface Count {
  passed: number;
  failed: number;
}

function run(command: string, args: string[], environment: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, TMPDIR: folder, ...environment },
    });
    follow(child);
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** A check that counts as one: it passes when the command ends with 0. Checks run side by side, so each prints at its end. */
const check =
  (command: string, ...args: string[]) =>
  (): Promise<Count> =>
    new Promise((resolve) => {
      const options = { cwd: root, maxBuffer: 1e8, env: { ...process.env, TMPDIR: folder } };
      const child = execFile(command, args, options, (error, stdout, stderr) => {
        process.stdout.write(stdout + stderr);
        resolve(error ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 });
      });
      follow(child);
    });

/** One thread: several would infer the same types again and take nearly twice the CPU, and other checks use the other core. */
const checkTypes = (project: string) => check(bin('tsc'), '--noEmit', '--singleThreaded', '-p', project);

const readReport = <Report>(path: string): Report | undefined =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;

/** A file that fails runs once more. A test that passes then is reported as unstable. */
const runVitest =
  (...projects: string[]) =>
  async (): Promise<Count> => {
    const first = await runVitestOnce(projects, []);
    const failed = first.report ? listFailedFiles(first.report, root) : [];
    if (failed.length === 0 || isStopped) return countRun(first);
    say(`Again: ${failed.join(', ')}`);
    const second = await runVitestOnce(projects, failed);
    if (second.report && countRun(second).failed === 0) for (const file of failed) say(`unstable: ${file}`);
    return countBothRuns(first, second);
  };

async function runVitestOnce(projects: string[], files: string[]): Promise<VitestRun> {
  const isSecond = files.length > 0;
  const name = join(folder, `vitest-${projects.join('-')}`);
  const path = `${name}${isSecond ? '-again' : ''}.json`;
  const faults = `${path}.faults`;
  const args = [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${path}`,
    ...files,
  ];
  const exitCode = await run(bin('vitest'), args, {
    RUN_FAULTS: faults,
    KEPT_CALLS: `${name}-calls`,
    IS_SECOND_RUN: String(isSecond),
  });
  const lines = existsSync(faults) ? readFileSync(faults, 'utf8').trim().split('\n') : [];
  return { report: readReport<VitestReport>(path), exitCode, faults: lines.length };
}

async function runPlaywright(): Promise<Count> {
  const path = join(folder, 'playwright.json');
  const environment = { CHROMIUM_PATH: await findBrowser(say), PLAYWRIGHT_JSON_OUTPUT_NAME: path };
  const exitCode = await run(
    bin('playwright'),
    ['test', '--config=e2e/playwright.config.ts', '--reporter=dot,json'],
    environment,
  );
  const report = readReport<PlaywrightReport>(path);
  const { unstable, ...count } = report ? readPlaywrightReport(report) : { unstable: [], passed: 0, failed: 0 };
  for (const test of unstable) say(`unstable: ${test}`);
  return withFailure(exitCode, count);
}

type Step = [title: string, run: () => Promise<Count>];

/** The types of the routes, which the checks below need. */
const preparations: Step[] = [
  ['Route types of the storefront', check(bin('react-router'), 'typegen', 'apps/storefront')],
  ['Route types of the console', check(bin('react-router'), 'typegen', 'apps/console')],
];
const checks: Step[] = [
  ['Types', checkTypes('.')],
  ['Generated files are current', check(process.execPath, 'scripts/generate.ts', '--check')],
  ['Types of the storefront', checkTypes('apps/storefront')],
  ['Types of the console', checkTypes('apps/console')],
  ['Types of the end-to-end tests', checkTypes('e2e')],
  ['Lint', check(bin('biome'), 'ci', '--error-on-warnings', '.')],
  ['Structure: who imports whom', check(process.execPath, 'scripts/check-imports.ts')],
  ['Structure: nothing unused', check(bin('knip'))],
  [
    'Structure: no rule that only tests use',
    check(bin('knip'), '--production', '--include', 'exports', '--workspace', 'packages/domain'),
  ],
];
const tests: Step[] = [
  ['Unit and integration tests', runVitest('unit', 'storefront', 'server')],
  ['Resilience tests', runVitest('resilience')],
  ['End-to-end tests', runPlaywright],
];

const only = process.argv.slice(2).map((word) => word.toLowerCase());
const isWanted = ([title]: Step) => only.length === 0 || only.some((word) => title.toLowerCase().includes(word));
const total: Count = { passed: 0, failed: 0 };

/** Most checks use one core, so two of them run at a time. Tests use both. */
async function runSteps(steps: Step[], atOnce: number): Promise<void> {
  const queue = [...steps];
  const lane = async () => {
    for (let step = queue.shift(); step && !isStopped; step = queue.shift()) await runStep(step);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

async function runStep([title, step]: Step): Promise<void> {
  const started = Date.now();
  say(`\n${title} …`);
  const count = await step().catch((error: unknown): Count => {
    say(String(error instanceof Error ? error.message : error));
    return { passed: 0, failed: 1 };
  });
  say(`${title}: ${count.passed} passed, ${count.failed} failed (${Math.round((Date.now() - started) / 1000)} s)`);
  total.passed += count.passed;
  total.failed += count.failed;
}

const wantedChecks = checks.filter(isWanted);
if (wantedChecks.length > 0) await runSteps(preparations, 2);
await runSteps(wantedChecks, 2);
await runSteps(tests.filter(isWanted), 1);
// Its processes may still be writing after a stop.
rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
say(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && !isStopped ? 0 : 1;
