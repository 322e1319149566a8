// `npm run mutate` changes the rules of money, states, keys, permissions, activation and signatures, one place at a time, and
// counts the changes that the unit tests notice. README.md explains what survives. `npm run mutate -- FILE` runs one file.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'oyna-mutation-'));
process.env['MUTATION_FOLDER'] = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const { BEGUN, CHANGED_FILES, DONE, listFiles, readLines, readNoticed, ROOT } = await import('./files.ts');

interface Change {
  id: string;
  fileName: string;
  mutatorName: string;
  replacement: string;
  /** Counted from 0. */
  location: Record<'start' | 'end', { line: number; column: number }>;
}

const WANTED_PERCENT = 90;
const here = fileURLToPath(new URL('.', import.meta.url));
const tool = `${here}node_modules/@stryker-mutator/instrumenter/dist/src/index.js`;
const say = (line: string) => void process.stdout.write(`${line}\n`);

function run(command: string, args: string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Each change is in the code beside the original, behind a question whether it is the active one. */
async function makeChanges(names: string[]): Promise<Change[]> {
  // Not in the main package, so that the store and its tests do not carry it.
  if (!existsSync(tool)) run('npm', ['ci', '--ignore-scripts', '--workspaces=false'], here);
  const { Instrumenter } = await import(tool);
  const log = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  const sources = names.map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { files, mutants } = await new Instrumenter(log).instrument(sources, options);
  writeFileSync(CHANGED_FILES, JSON.stringify(files));
  return mutants;
}

function describe({ fileName, location, mutatorName, replacement }: Change): string {
  const { start, end } = location;
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1)?.slice(0, end.column) ?? '';
  lines[0] = lines[0]?.slice(start.column) ?? '';
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 100);
  const place = `${relative(ROOT, fileName)}:${start.line + 1}`;
  return `${place} ${mutatorName}: ${short(lines.join(' '))} → ${short(replacement)}`;
}

const names = listFiles(process.argv.slice(2));
const changes = await makeChanges(names);
const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
const options = ['--run', '--config', `${here}vitest.config.ts`, '--reporter=dot'];
const runTests = (...words: string[]) =>
  spawnSync(process.execPath, [vitest, ...words, ...options], { cwd: ROOT, stdio: 'inherit' }).status;
// The direct tests of the rules first: what they notice is not tried again with the slower tests of the providers.
for (const part of ['domain', 'providers']) {
  process.env['MUTATION_PART'] = part;
  let status = runTests('related', ...names, '--passWithNoTests');
  // A loop that does not end ends its process: the file of tests is run again, without that change.
  for (let known = 0; status !== 0; ) {
    const noticed = readNoticed().length;
    const done = new Set(readLines(DONE));
    const again = [...new Set(readLines(BEGUN))].filter((file) => !done.has(file));
    if (again.length === 0 || noticed === known) process.exit(1);
    known = noticed;
    status = runTests('run', ...again);
  }
}

const tests = readNoticed();
const killed = new Set(tests.flatMap((test) => test.killed));
const survived = new Set(tests.flatMap((test) => test.survived).filter((id) => !killed.has(id)));
const loaded = new Set(tests.flatMap((test) => test.loaded));
/** Others are passed only while the module is loaded: each of them would need a new start of every test. */
const isCounted = ({ id }: Change) => killed.has(id) || survived.has(id) || !loaded.has(id);

for (const change of changes.filter(isCounted)) {
  if (!killed.has(change.id)) say(`${survived.has(change.id) ? 'survived' : 'no test '} ${describe(change)}`);
}
say('\n| file | changes | noticed | survived | no test | ignored |\n|---|---|---|---|---|---|');
let [all, noticed] = [0, 0];
const below: string[] = [];
for (const [fileName, list] of Map.groupBy(changes, (change) => change.fileName)) {
  const counted = list.filter(isCounted);
  const count = (ids: Set<string>) => counted.filter(({ id }) => ids.has(id)).length;
  const percent = (100 * count(killed)) / Math.max(1, counted.length);
  if (counted.length > 0 && percent < WANTED_PERCENT) below.push(relative(ROOT, fileName));
  const untested = counted.length - count(killed) - count(survived);
  const cells = [
    counted.length,
    `${count(killed)} (${percent.toFixed(1)} %)`,
    count(survived),
    untested,
    list.length - counted.length,
  ];
  say(`| \`${relative(ROOT, fileName)}\` | ${cells.join(' | ')} |`);
  all += counted.length;
  noticed += count(killed);
}
say(`\n${noticed} of ${all} changes were noticed: ${((100 * noticed) / all).toFixed(1)} %`);
if (below.length > 0) say(`below ${WANTED_PERCENT} %: ${below.join(', ')}`);
process.exitCode = below.length > 0 ? 1 : 0;
