import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { cleanUp, isRunning, newFolder, PATIENCE, run, scriptCommand, until } from '../../testing/store-process.ts';
import { StartError } from '../data-folder.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

vi.setConfig(PATIENCE);

/** The tests share one folder. Each continues with what the test before it left. */
const dataDir = join(newFolder(), 'data');
const directory = join(dataDir, 'postgres');
const pidFile = join(directory, 'cluster/postmaster.pid');
afterAll(cleanUp);

const MODULE = new URL('./embedded-postgres.ts', import.meta.url).href;
const listDrafts = () => readdirSync(directory).filter((name) => name.startsWith('cluster.new'));

async function answersOn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT current_database() = 'oyna' AS own");
  await client.end();
  return rows[0].own;
}

describe('the embedded PostgreSQL', () => {
  it('is created again after a kill -9 during its creation', async () => {
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(MODULE)});
      await startEmbeddedPostgres({ directory: ${JSON.stringify(directory)} });`;
    const creation = run(scriptCommand(script), {});
    await until(() => existsSync(directory) && listDrafts().some((name) => existsSync(join(directory, name, 'base'))));
    creation.child.kill('SIGKILL');
    expect(existsSync(join(directory, 'cluster'))).toBe(false);
    expect(listDrafts()).toHaveLength(1);

    const progress: string[] = [];
    const postgres = await startEmbeddedPostgres({ directory, onProgress: (line) => progress.push(line) });
    expect(progress).toEqual(['Creating the database …']);
    expect(await answersOn(postgres.url)).toBe(true);
    await postgres.stop();
    expect(readdirSync(directory).sort()).toEqual(['cluster', 'password', 'postgres.log']);
  });

  it('reports in one line why it does not start, and leaves no process running', async () => {
    const attempt = startEmbeddedPostgres({ directory, settings: ['shared_buffers=plenty'] });
    await expect(attempt).rejects.toThrow(
      new StartError(
        `PostgreSQL did not start: invalid value for parameter "shared_buffers": "plenty" (see ${directory}/postgres.log)`,
      ),
    );
    expect(findRunningPostgres(directory)).toBeUndefined();
  });

  it('starts when the process id of a killed PostgreSQL belongs to another process', async () => {
    writeFileSync(pidFile, `${process.pid}\n${directory}/cluster\n1\n5432\n\n127.0.0.1\n0\nready\n`);
    expect(findRunningPostgres(directory)).toBeUndefined();
    const postgres = await startEmbeddedPostgres({ directory });
    expect(await answersOn(postgres.url)).toBe(true);
    expect(findRunningPostgres(directory)).toBe(postgres.url);

    const copied = join(newFolder(), 'data/postgres');
    mkdirSync(join(copied, 'cluster'), { recursive: true });
    writeFileSync(join(copied, 'cluster/postmaster.pid'), readFileSync(pidFile));
    expect(findRunningPostgres(copied)).toBeUndefined(); // a copy of a running cluster is not running

    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    await Promise.all([postgres.stop(), postgres.stop()]);
    expect(isRunning(pid)).toBe(false);
  });

  it('listens on a socket in its folder, and on TCP when the path of the folder is too long', async () => {
    const socketsIn = (folder: string) =>
      readdirSync(join(folder, 'cluster')).filter((name) => name.startsWith('.s.PGSQL.'));
    writeFileSync(join(directory, 'cluster/.s.PGSQL.1'), 'left by a killed PostgreSQL');
    const near = await startEmbeddedPostgres({ directory });
    expect(new URL(near.url).searchParams.get('host')).toBe(join(directory, 'cluster'));
    expect(socketsIn(directory)).toContain(`.s.PGSQL.${new URL(near.url).port}`);
    expect(socketsIn(directory)).not.toContain('.s.PGSQL.1');
    await near.stop();
    expect(socketsIn(directory)).toEqual([]);

    const far = join(newFolder(), 'a'.repeat(100));
    const postgres = await startEmbeddedPostgres({ directory: far });
    expect(new URL(postgres.url).searchParams.has('host')).toBe(false);
    expect(await answersOn(postgres.url)).toBe(true);
    await postgres.stop();
  });

  it('stays stopped when it is stopped between a crash and its restart', async () => {
    const exits: string[] = [];
    const postgres = await startEmbeddedPostgres({ directory, onUnexpectedExit: (detail) => exits.push(detail) });
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
    await until(() => exits.length > 0);
    await postgres.stop();
    await until(() => findRunningPostgres(directory) === undefined);
    expect(exits).toEqual(['PostgreSQL stopped (SIGKILL); starting it again']);
  });
});
