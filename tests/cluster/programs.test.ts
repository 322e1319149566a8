import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { findPrograms } from './programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'oyna-programs-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('says which packages are missing, how to get them, and exits with 1', () => {
  const run = fileURLToPath(new URL('./run.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [run, '--programs', folder], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  const [first, second] = stderr.trim().split('\n');
  expect(first).toMatch(/missing: etcd-server haproxy iproute2 patroni pgbouncer postgresql/);
  expect(second).toMatch(/^Get them: apt-get install -y etcd-server haproxy iproute2 patroni pgbouncer postgresql/);
});

it('names only what is missing', () => {
  const present = ['patroni', 'etcd', 'haproxy', 'postgres', 'psql', 'ip', 'nsenter', 'unshare'];
  for (const file of present) writeFileSync(join(folder, file), '');
  const [module, absent] = [join(folder, 'patroni'), join(folder, 'module')];
  expect(findPrograms([folder], module)).toEqual({ missing: expect.stringMatching(/install -y pgbouncer$/) });
  writeFileSync(join(folder, 'pgbouncer'), '');
  expect(findPrograms([folder], module)).toMatchObject({ pgbouncer: join(folder, 'pgbouncer') });
  expect(findPrograms([folder], absent)).toEqual({ missing: expect.stringMatching(/install -y python3-etcd$/) });
});
