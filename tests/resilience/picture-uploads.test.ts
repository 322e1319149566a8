import { once } from 'node:events';
import { request } from 'node:http';
import { sql, type Transaction } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { composeServices } from '../../apps/server/src/compose.ts';
import { parseConfig } from '../../apps/server/src/config.ts';
import { openOperatorSession } from '../../apps/server/src/features/operators/operator-sessions.service.ts';
import type { DB } from '../../apps/server/src/platform/database/tables.ts';
import { cleanUp, newFolder, until } from '../../apps/server/src/testing/store-process.ts';
import { createOperator, headersOf } from '../../apps/server/src/testing/test-operator.ts';
import { drawPicture } from '../../apps/server/src/testing/test-picture.ts';
import { openShop, type Shop } from './shop-processes.ts';

vi.setConfig({ testTimeout: 300_000 });
afterAll(cleanUp);

it('an upload whose process is killed leaves no picture and no file, and the same upload works again', async () => {
  const shop = await openShop({ folder: newFolder(), parts: ['web'] });
  try {
    const { database } = shop;
    const games = await database.selectFrom('game').select('id').orderBy('id').limit(4).execute();
    const [halfSent = 0, fileSaved = 0, beforeCommit = 0, notRepeated = 0] = games.map(({ id }) => id);
    const uploads = new Map([
      [halfSent, await drawPicture('teal')],
      [fileSaved, await drawPicture('red')],
      [beforeCommit, await drawPicture('blue')],
      [notRepeated, await drawPicture('green')],
    ]);
    const console = await openConsole(shop);

    // The locks of this transaction keep each upload at its step.
    const locks = await database.startTransaction().execute();
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(locks);
    await lockPictures(locks, fileSaved);
    await lockPictures(locks, notRepeated);
    await sql`SELECT FROM audit_head FOR UPDATE`.execute(locks);
    const interrupted = [...uploads].map(([game, file]) =>
      console.upload(game, file, game === halfSent ? file.length / 2 : file.length).catch(() => 'killed'),
    );
    await until(async () => (await countWaiting(locks)) === 3);
    expect(await countFiles(shop)).toBe(3);
    await shop.kill('web');
    expect(await Promise.all(interrupted)).toEqual(['killed', 'killed', 'killed', 'killed']);
    await locks.rollback().execute();
    await until(async () => (await countTransactions(shop)) === 0);

    for (const game of uploads.keys()) expect(await console.list(game)).toEqual([]);
    for (const game of [halfSent, fileSaved, beforeCommit]) {
      expect(await console.upload(game, uploads.get(game) ?? Buffer.alloc(0))).toBe(200);
      const [cover, ...others] = await console.list(game);
      expect(others).toEqual([]);
      const shown = await fetch(shop.url + cover?.address);
      expect(shown.status).toBe(200);
      expect(Buffer.from(await shown.arrayBuffer()).toString('latin1', 0, 12)).toMatch(/^RIFF.{4}WEBP$/s);
    }

    expect(await countFiles(shop)).toBe(4);
    await sql`UPDATE picture_file SET created_at = now() - interval '2 days'`.execute(database);
    await composeServices(parseConfig({}), database).uploads.sweep();
    expect(await countFiles(shop)).toBe(3);
    for (const game of [halfSent, fileSaved, beforeCommit]) {
      const [cover] = await console.list(game);
      expect((await fetch(`${shop.url}${cover?.address}?again`)).status).toBe(200);
    }
  } finally {
    await shop.close();
  }
});

const lockPictures = (locks: Transaction<DB>, game: number) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`pictures of games ${game}`}, 0))`.execute(locks);

/** Connections that wait for a lock. */
async function countWaiting(locks: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(DISTINCT pid)::integer AS n FROM pg_locks WHERE NOT granted`.execute(locks);
  return rows[0]?.n ?? 0;
}

async function countTransactions({ database }: Shop): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
      AND backend_type = 'client backend'`.execute(database);
  return rows[0]?.n ?? 0;
}

async function countFiles({ database }: Shop): Promise<number> {
  const files = database.selectFrom('picture_file').select((eb) => eb.fn.countAll<number>().as('n'));
  return (await files.executeTakeFirstOrThrow()).n;
}

/** The calls of an operator over HTTP. */
async function openConsole({ consoleUrl, database }: Shop) {
  const operator = await createOperator({ database }, 'manager');
  const device = { userAgent: 'test', address: '127.0.0.1' };
  const token = await openOperatorSession(database, operator.id, device, { hasSecondFactor: true });
  const address = (game: number) => `${consoleUrl}/api/v1/pictures/games/${game}`;
  return {
    /** Sends the first `sent` bytes of the file and returns the status of the answer. */
    async upload(game: number, file: Buffer, sent = file.length): Promise<number | undefined> {
      const headers = {
        ...headersOf(token),
        'content-type': 'application/octet-stream',
        'content-length': String(file.length),
      };
      const call = request(`${address(game)}?place=cover`, { method: 'POST', headers });
      const answered = once(call, 'response');
      call.write(file.subarray(0, sent));
      if (sent === file.length) call.end();
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode;
    },
    async list(game: number): Promise<{ address: string }[]> {
      const answer = await fetch(address(game), { headers: headersOf(token) });
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { items: { address: string }[] }).items;
    },
  };
}
