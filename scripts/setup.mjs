// Runs before `npm start` and `npm test` with the Node of the machine (20 or newer), so it is plain JavaScript without
// dependencies. It installs the packages and builds the storefront and the console when their sources changed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);
const say = (text) => process.stdout.write(`${text}\n`);

class SetupError extends Error {}

function hashOf(...paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    hash.update(path);
    hash.update(readFileSync(at(path)));
  };
  const walk = (folder) => {
    for (const entry of readdirSync(at(folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (['node_modules', 'build', '.react-router'].includes(entry.name)) continue;
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (!entry.name.includes('.test.')) add(path);
    }
  };
  for (const path of paths) (/\.\w+$/.test(path) ? add : walk)(path);
  return hash.digest('hex');
}

const readStamp = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Prints a line every ten seconds, so that a long step does not look like a hang. */
function run(title, command, args, options = {}) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  say(`${title} …`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    const progress = setInterval(() => say(`  … ${title.toLowerCase()}: ${seconds()} s`), 10_000);
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(progress);
      if (code === 0) {
        say(`${title}: done in ${seconds()} s`);
        return resolve();
      }
      process.stderr.write(Buffer.concat(output));
      reject(new SetupError(`${title} failed (exit ${code}); its output is above`));
    });
  });
}

/** `npm ci --omit=dev` was run. It has everything that the commands of the shop need. */
const isProductionInstall = () =>
  existsSync(at('node_modules', '.package-lock.json')) && !existsSync(at('node_modules', 'vitest'));

async function install() {
  const stamp = at('node_modules', '.installed-lock');
  const wanted = hashOf('package-lock.json');
  if (readStamp(stamp) === wanted) return;
  if (process.argv.includes('shop') && isProductionInstall()) return;
  // npm sets npm_execpath to its path. Use the same npm.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional', '--loglevel=error'];
  if (npm) await run('Installing packages', process.execPath, [npm, ...args]);
  else await run('Installing packages', 'npm', args);
  writeFileSync(stamp, wanted);
}

/** The Node of the installed packages, or the Node of the machine where the registry has no build for it. */
function findNode() {
  const own = at('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new SetupError(
    `This is Node ${process.versions.node}, and no Node 24 is among the packages: install Node 24 or newer and try again`,
  );
}

/** What both applications are built from besides their own folder. */
const SHARED_SOURCES = ['package-lock.json', 'packages/domain', 'packages/api-client', 'packages/ui'];

async function build(name) {
  const folder = `apps/${name}`;
  const stamp = at(folder, 'build/.built-from');
  const wanted = hashOf(folder, ...SHARED_SOURCES);
  if (readStamp(stamp) === wanted) return;
  await run(`Building the ${name}`, findNode(), [at('node_modules/@react-router/dev/bin.cjs'), 'build'], {
    cwd: at(folder),
    env: { ...process.env, NODE_ENV: 'production' },
  });
  mkdirSync(at(folder, 'build'), { recursive: true });
  writeFileSync(stamp, wanted);
}

try {
  await install();
  findNode();
  if (process.argv.includes('build')) {
    const builds = await Promise.allSettled(['storefront', 'console'].map(build));
    for (const { reason } of builds) if (reason) throw reason;
  }
} catch (error) {
  process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
  process.exit(1);
}
