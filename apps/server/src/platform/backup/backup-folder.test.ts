import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanUp, newFolder } from '../../testing/store-process.ts';
import { assertSpace, backupName, createBackup, listBackups, verifyBackup, writeDurably } from './backup-folder.ts';
import { libpqVariables } from './dump-backup.ts';
import { removeOldBackups } from './old-backups.ts';
import { archiveFolder } from './wal-archive.ts';

afterAll(cleanUp);

const facts = { storeVersion: '1', postgresVersion: '18', lastMigration: '', masterIds: [], folders: [] };
const times = { startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:00:00.000Z' };

const backUp = (folder: string, second: number, firstSegment: string) =>
  createBackup(folder, backupName(new Date(Date.UTC(2026, 0, 1, 0, 0, second))), async (draft) => ({
    ...facts,
    ...times,
    kind: 'cluster',
    firstSegment,
    files: [{ path: 'data', ...(await writeDurably(join(draft, 'data'), `data of ${second}`)) }],
  }));

describe('a folder of backups', () => {
  it('never lists a backup that was interrupted, and removes it with the next one', async () => {
    const folder = join(newFolder(), 'backups');
    const interrupted = createBackup(folder, backupName(new Date()), async (draft) => {
      await writeDurably(join(draft, 'data'), 'half');
      throw new Error('the disk is full');
    });
    await expect(interrupted).rejects.toThrow('the disk is full');
    expect(readdirSync(folder)).toEqual([]);
    mkdirSync(join(folder, '.incomplete-backup-20260101T000000Z'));
    mkdirSync(join(folder, 'backup-20260101T000000Z')); // its manifest was lost
    expect(await listBackups(folder)).toEqual([]);
    rmSync(join(folder, 'backup-20260101T000000Z'), { recursive: true });
    const { name } = await backUp(folder, 1, '000000010000000000000001');
    expect(readdirSync(folder)).toEqual([name]);
    expect(statSync(join(folder, name, 'data')).mode & 0o777).toBe(0o600);
  });

  it('finds a file that is missing or was changed, and refuses a path outside of the backup', async () => {
    const folder = newFolder();
    const manifest = await backUp(folder, 1, '000000010000000000000001');
    await verifyBackup(folder, manifest);
    writeFileSync(join(folder, manifest.name, 'data'), 'data of 2');
    await expect(verifyBackup(folder, manifest)).rejects.toThrow(/is damaged: data was changed/);
    rmSync(join(folder, manifest.name, 'data'));
    await expect(verifyBackup(folder, manifest)).rejects.toThrow(/is damaged: data is missing/);
    const foreign = { ...manifest, files: [{ path: '../../etc/passwd', bytes: 1, sha256: '' }] };
    await expect(verifyBackup(folder, foreign)).rejects.toThrow(/damaged|outside/);
  });

  it('keeps the last backups and the WAL that they need, of every timeline', async () => {
    const folder = newFolder();
    const archive = archiveFolder(folder);
    mkdirSync(archive);
    const segments = ['01', '02', '03', '04'].map((number) => `0000000200000000000000${number}.gz`);
    for (const file of [...segments, '00000002.history.gz', '000000010000000000000002.00000028.backup.gz'])
      writeFileSync(join(archive, file), '');
    for (const number of [1, 2, 3]) await backUp(folder, number, `00000001000000000000000${number}`);
    expect(await removeOldBackups(folder, 1)).toEqual(['backup-20260101T000001Z', 'backup-20260101T000002Z']);
    expect((await listBackups(folder)).map(({ name }) => name)).toEqual(['backup-20260101T000003Z']);
    expect(readdirSync(archive).sort()).toEqual(['00000002.history.gz', ...segments.slice(2)].sort());
    expect(await removeOldBackups(folder, 5)).toEqual([]);
  });

  it('refuses to begin what the disk cannot hold', async () => {
    const folder = join(newFolder(), 'not/made/yet');
    await assertSpace(folder, 0);
    await expect(assertSpace(folder, 2 ** 60)).rejects.toThrow(/needs 10995\d+ MB of free space and has \d+ MB/);
  });
});

it('passes the address of the database to pg_dump without showing its password on the command line', () => {
  expect(libpqVariables('postgresql://shop:p%40ss@db.example:6543/oyna?sslmode=verify-full')).toEqual({
    PGHOST: 'db.example',
    PGPORT: '6543',
    PGUSER: 'shop',
    PGPASSWORD: 'p@ss',
    PGDATABASE: 'oyna',
    PGSSLMODE: 'verify-full',
  });
  expect(libpqVariables('postgresql:///oyna?host=/run/postgresql')).toEqual({
    PGHOST: '/run/postgresql',
    PGDATABASE: 'oyna',
  });
});
