import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asNobody, cleanUp, newFolder, PATIENCE, run, scriptCommand, until } from '../testing/store-process.ts';
import { claimDataFolder, StartError } from './data-folder.ts';

vi.setConfig(PATIENCE);
afterEach(cleanUp);

const MODULE = new URL('./data-folder.ts', import.meta.url).href;

/** Claims the folder in a separate process, prints the result and keeps the claim. */
const claim = (folder: string, at = 0) => `
  const { claimDataFolder } = await import(${JSON.stringify(MODULE)});
  await new Promise((resolve) => setTimeout(resolve, ${at} - Date.now()));
  try { claimDataFolder(${JSON.stringify(folder)}, true); console.log('has it'); }
  catch (error) { console.log(error.message); }
  setInterval(() => {}, 1000);`;

function folderWithLock(holder: string): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'store.pid'), holder);
  return folder;
}

describe('claiming a data folder', () => {
  it('creates it for its user only, and releases it', () => {
    const folder = join(newFolder(), 'deep', 'data');
    const release = claimDataFolder(folder, true);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(folder, 'store.pid'), 'utf8')).toMatch(new RegExp(`^${process.pid} \\d*$`));
    release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('fails while another store uses it', () => {
    const folder = newFolder();
    const release = claimDataFolder(folder, true);
    expect(() => claimDataFolder(folder, true)).toThrow(
      new StartError(
        `The data folder ${folder} is in use by a running store (process ${process.pid}): stop it, or set DATA_DIR`,
      ),
    );
    release();
    claimDataFolder(folder, true)();
  });

  it('is shared when the database is elsewhere', () => {
    const folder = newFolder();
    const release = claimDataFolder(folder, false);
    claimDataFolder(folder, false)();
    release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['a process that is gone', '4194304 17'],
    ['a process whose number somebody else has by now', `${process.pid} 1`],
    ['a power cut', ''],
    ['an unknown process', 'not a number'],
  ])('takes over what was left by %s', (_whom, holder) => {
    const folder = folderWithLock(holder);
    claimDataFolder(folder, true);
    expect(readFileSync(join(folder, 'store.pid'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    expect(readdirSync(folder)).toEqual(['store.pid']);
  });

  it.skipIf(process.platform !== 'linux')(
    'takes over from a dead process that its parent has not noticed',
    async () => {
      // The shell becomes a `sleep`, which never waits for its child. The child ends after that, with its input:
      // the shell itself would still have waited for it.
      const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 60']);
      const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (line) => resolve(Number(line))));
      const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
      parent.stdin.end();
      await until(() => stat()[0] === 'Z');
      const folder = folderWithLock(`${pid} ${stat()[19]}`);
      claimDataFolder(folder, true)();
      parent.kill('SIGKILL');
    },
  );

  it('succeeds for one of several stores that find the same leftover at once', async () => {
    const folder = folderWithLock('4194304 17');
    const at = Date.now() + 600;
    const stores = [1, 2, 3, 4].map(() => run(scriptCommand(claim(folder, at)), {}));
    await Promise.all(stores.map((store) => store.printed('\n')));
    const said = stores.map((store) => store.stdout().trim());
    expect(said.filter((line) => line === 'has it')).toHaveLength(1);
    expect(said.filter((line) => /is in use by a running store|could not be claimed/.test(line))).toHaveLength(3);
    for (const store of stores) store.child.kill('SIGKILL');
  });

  it('reports which folder is not writable, and why', () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(() => claimDataFolder(file, true)).toThrow(/^The data folder \S+ cannot be written \(ENOTDIR\)/);
    expect(() => claimDataFolder(join(file, 'below'), true)).toThrow(
      /cannot be written \(ENOTDIR\): choose another with/,
    );
    expect(() => claimDataFolder('/proc/nowhere', true)).toThrow(/cannot be written \(ENOENT\)/);
  });

  it.skipIf(process.getuid?.() === 0 && asNobody.length === 0)('reports a folder of another user', async () => {
    const folder = join(newFolder(), 'data');
    mkdirSync(folder);
    chmodSync(folder, 0o555);
    const attempt = run([...asNobody, ...scriptCommand(claim(folder))], {});
    await attempt.printed('\n');
    expect(attempt.stdout()).toMatch(
      /^The data folder \S+ cannot be written \(EACCES\): choose another with DATA_DIR$/m,
    );
    attempt.child.kill('SIGKILL');
  });
});
