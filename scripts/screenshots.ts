// `npm run screenshots` takes every screen and state of the store and of the console, in both themes and three languages, as
// sheets in screenshots/. `npm run screenshots -- -g cart` takes those with "cart" in their name.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const CHROMIUM_PATH = await findBrowser((line) => void process.stdout.write(`${line}\n`));
const { status } = spawnSync(
  `${root}node_modules/.bin/playwright`,
  ['test', '--config=e2e/screenshots/playwright.config.ts', '--reporter=list', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH } },
);
process.exitCode = status ?? 1;
