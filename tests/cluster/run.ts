// `npm run cluster` rehearses the cluster of deploy/cluster under load, on real processes. docs/resilience.md has its results.
// --size 0.1 runs a tenth of the faults, --only kills,cuts some parts, --seed 7 another sequence, --keep DIR keeps the files and logs there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findPrograms, listFolders } from './programs.ts';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '1' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
    programs: { type: 'string' },
    inside: { type: 'string' },
  },
});

/** The first process of a namespace has to collect those whose parent was killed. Patroni takes what is left for running. */
const COLLECTING = ['sh', '-c', '"$@" & wait $!', 'sh'];

const programs = findPrograms(options.programs ? [options.programs] : listFolders());
if ('missing' in programs) {
  process.stderr.write(`${programs.missing}\n`);
  process.exitCode = 1;
} else if (options.inside === undefined) {
  process.exitCode = await runInNamespace(programs.unshare);
} else {
  // Loads the whole server, which a machine without the programs need not wait for.
  const { rehearse } = await import('./rehearsal.ts');
  const isKept = await rehearse({
    ...options,
    folder: options.inside,
    size: Number(options.size),
    seed: Number(options.seed),
    programs,
  });
  // Everything that still runs ends with the namespace.
  process.exit(isKept ? 0 : 1);
}

/** In separate namespaces: no port and no process of the machine is touched, and all processes end with the first. */
async function runInNamespace(unshare: string): Promise<number> {
  if (options.keep) mkdirSync(options.keep, { recursive: true });
  const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'oyna-cluster-'));
  const isRoot = process.getuid?.() === 0;
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  if (!isRoot) namespaces.unshift('--user', '--map-root-user');
  const again = [process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2), '--inside', folder];
  const child = spawn(unshare, [...namespaces, ...COLLECTING, ...again], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGKILL'));
  const [code] = await once(child, 'exit');
  if (!options.keep) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  return code ?? 1;
}
