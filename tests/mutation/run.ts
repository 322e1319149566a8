// `npm run mutate` changes the rules of money, states, keys, permissions, activation and signatures, one place at a time, and
// counts the changes that the unit tests notice. README.md lists what survives. `npm run mutate -- FILE` runs one file again.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));

function run(command: string, args: string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const tool = `${here}node_modules/@stryker-mutator/core/bin/stryker.js`;
// Not in the main package: the store and its tests would carry 160 packages more. The runner takes vitest from there.
if (!existsSync(tool)) run('npm', ['ci', '--ignore-scripts', '--legacy-peer-deps', '--workspaces=false'], here);
const files = process.argv.slice(2);
const choice = files.length > 0 ? ['--mutate', files.join(',')] : [];
run(process.execPath, [tool, 'run', `${here}stryker.config.json`, ...choice], root);
