import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Programs } from './programs.ts';
import { fillTemplate } from './templates.ts';

/** Requests by what became of them. */
export interface Answers {
  all: number;
  /** Answered with 5xx, or not at all. */
  failed: number;
  /** The same without 503, which says that the store is away for a moment. */
  broken: string[];
}

/** HAProxy. Its log has every request of the buyers, the visitors and the providers. */
export function createProxy(programs: Programs, values: Readonly<Record<string, string>>, folder: string) {
  const home = join(folder, 'haproxy');
  mkdirSync(home);
  const config = fillTemplate('haproxy.cfg', values, home);
  /** One for each process: HAProxy does not append to a file that another one writes. */
  const logs: string[] = [];
  let current: ChildProcess | undefined;
  return {
    /** A second start takes over from the first, which completes its requests and ends. */
    start(): void {
      logs.push(join(home, `haproxy-${logs.length + 1}.log`));
      const log = openSync(logs.at(-1) ?? '', 'a');
      const before = current?.pid === undefined ? [] : ['-sf', `${current.pid}`];
      current = spawn(programs.haproxy, ['-db', '-f', config, ...before], { stdio: ['ignore', log, log] });
    },

    /** Whether requests are sent to the web node. */
    async isReady(name: string): Promise<boolean> {
      try {
        const text = await (await fetch('http://127.0.0.1:8404/;csv', { signal: AbortSignal.timeout(2_000) })).text();
        return text.split('\n').some((line) => line.startsWith(`ready,${name},`) && line.split(',').includes('UP'));
      } catch {
        return false;
      }
    },

    /** A place in the logs, for `countAnswers`. */
    mark: (): number[] => logs.map((log) => statSync(log).size),

    countAnswers: (since: readonly number[] = []): Answers =>
      countAnswers(logs.map((log, index) => readFileSync(log).subarray(since[index] ?? 0)).join('\n')),
  };
}

/** What the log format of haproxy.cfg says about each request: method, path, status, how the session ended. */
const REQUEST = /^(GET|POST|PUT|DELETE) (\S+) (-1|\d{3}) (\S\S) /;

export function countAnswers(log: string): Answers {
  const answers: Answers = { all: 0, failed: 0, broken: [] };
  for (const line of log.split('\n')) {
    const [, method, path = '', status, ended = '--'] = REQUEST.exec(line) ?? [];
    // The client left before the answer.
    if (status === undefined || ended.startsWith('C')) continue;
    answers.all++;
    if (Number(status) >= 500 || status === '-1') answers.failed++;
    // The proxy itself answers 502 and 504 for a node that was killed meanwhile.
    if (status === '500') answers.broken.push(`${method} ${path} ${status}`);
  }
  return answers;
}
