import { appendFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest';
import { BEGUN, DONE, NOTICED, type Noticed, readNoticed } from './files.ts';

/** What Stryker's changed code reads and counts. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount: number;
  hitLimit: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

/** A change with which a test needs so much longer has broken the end of a loop. */
const LONGER = 20;
const PATIENCE_MS = 2_000;
const HITS_BETWEEN_LOOKS = 64;

let hits = 0;
let mostMs = Number.POSITIVE_INFINITY;
const cpuMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;

/** Ends this process when a loop does not pass the change and so cannot be ended from inside. The command starts the file again. */
const watched = new Float64Array(new SharedArrayBuffer(16));
const WATCH = `
  const { workerData: { watched, path, patience } } = require('node:worker_threads');
  setInterval(() => {
    const [id, limit] = watched;
    const { user, system } = process.cpuUsage();
    if (limit === 0 || (user + system) / 1000 < limit + patience) return;
    require('node:fs').appendFileSync(path, JSON.stringify({ killed: [String(id)], survived: [], loaded: [] }) + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }, 200);`;
new Worker(WATCH, { eval: true, workerData: { watched, path: NOTICED, patience: PATIENCE_MS } }).unref();

// The changed code counts how often it passes the active change, and throws above the limit.
const switches: Switches = {
  get hitCount() {
    return hits % HITS_BETWEEN_LOOKS === 0 && cpuMs() > mostMs ? Number.POSITIVE_INFINITY : hits;
  },
  set hitCount(count) {
    hits = count;
  },
  hitLimit: Number.MAX_SAFE_INTEGER,
};
Object.assign(globalThis, { __stryker__: switches });

/** By the tests of other files so far. */
const killed = new Set(readNoticed().flatMap((test) => test.killed));

/**
 * Runs each test once as it is and notes which changes its code passes. Then it runs the test again for each of them, until one
 * test has noticed the change. All of it in one process: a new start for every change takes a hundred times longer.
 */
export default class ChangingRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    switches.currentTestId = test.id;
    const began = cpuMs();
    await run();
    const usual = cpuMs() - began;
    switches.currentTestId = undefined;
    const passed = Object.keys(switches.mutantCoverage?.perTest[test.id] ?? {});
    const noticed: Noticed = { killed: [], survived: [], loaded: Object.keys(switches.mutantCoverage?.static ?? {}) };
    for (const id of passed.filter((change) => !killed.has(change))) {
      hits = 0;
      mostMs = cpuMs() + PATIENCE_MS + LONGER * usual;
      watched.set([Number(id), mostMs]);
      switches.activeMutant = id;
      try {
        await run();
        noticed.survived.push(id);
      } catch {
        killed.add(id);
        noticed.killed.push(id);
      }
      switches.activeMutant = undefined;
      watched.set([0, 0]);
    }
    appendFileSync(NOTICED, `${JSON.stringify(noticed)}\n`);
  }

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file);
    appendFileSync(BEGUN, `${file.filepath}\n`);
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files);
    for (const { filepath } of files) appendFileSync(DONE, `${filepath}\n`);
  }
}
