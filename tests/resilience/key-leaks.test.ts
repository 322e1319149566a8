import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storeDay } from '@oyna/domain/store-time';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../../apps/server/src/config.ts';
import { runCommand } from '../../apps/server/src/testing/command-process.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { cleanUp, newFolder, until } from '../../apps/server/src/testing/store-process.ts';
import { createMember, type Member } from '../../apps/server/src/testing/test-member.ts';
import { createOperator, OPERATOR_PASSWORD } from '../../apps/server/src/testing/test-operator.ts';
import { ask, beginPayment, createBasket, listKeyIds, pressButton, readOrder } from './buyer.ts';
import { findInTables, isIn } from './key-leaks.ts';
import { openShop, type Shop } from './shop-processes.ts';
import { addCountry } from './stock.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** Follows marked keys through the whole store, imported by the operator's commands. */

const MARKER = 'CANAR-YQ7XW-UT';
/** Fifteen letters and digits with dashes: a Steam key in the spelling in which it is stored. */
const keyOf = (number: number) => `${MARKER}${String(number).padStart(3, '0')}`;
const PRODUCT = '900001';
const NEW_MASTER = Buffer.alloc(32, 7).toString('base64');
const OLD_MASTER = parseConfig({}).keyEncryptionKey.toString('base64');

const folder = newFolder();
let shop: Shop;
let consoleUrl: string;
let member: Member;
let orderId: string;
let keyId: number;
const shopCommand = (...args: string[]) => runCommand(args, { DATABASE_URL: shop.databaseUrl, DATA_DIR: folder });
const keyFile = (name: string, lines: string[]) => {
  const path = join(folder, name);
  writeFileSync(path, lines.join('\n'));
  return path;
};

beforeAll(async () => {
  const consolePort = String(await freePort());
  consoleUrl = `http://localhost:${consolePort}`;
  shop = await openShop({ folder, environment: { LOG_LEVEL: 'trace', CONSOLE_PORT: consolePort } });
});
afterAll(async () => {
  await shop.close();
  await cleanUp();
});

describe('the operator', () => {
  it('withdraws keys from sale and imports others', async () => {
    expect(await shopCommand('keys', 'quarantine', '--product', PRODUCT, '--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\n25 keys are in quarantine\n$/),
    });
    const file = keyFile('keys.csv', ['key;note', ...[1, 2, 3].map((n) => `${keyOf(n)};fine`)]);
    const { code, stdout } = await shopCommand('keys', 'import', file, '--product', PRODUCT, '--cost', '3.50');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Imported 3 keys for .+, batch \d+\n$/),
    });
  });

  it('sees every invalid line, and no key is imported', async () => {
    const file = keyFile('bad.txt', [keyOf(4), keyOf(4), `${MARKER}-\u200b`]);
    const bad = await shopCommand('keys', 'import', file, '--product', PRODUCT);
    expect(bad.code).toBe(1);
    expect(bad.stderr).toContain(`${file}:2: `);
    expect(bad.stderr).toContain(`${file}:3: `);
    const again = keyFile('again.txt', ['NEWKEY000000001', keyOf(2)]);
    const known = await shopCommand('keys', 'import', again, '--product', PRODUCT);
    expect(known).toMatchObject({ code: 1, stderr: expect.stringContaining('is in the vault already') });
    expect(known.stderr).toContain(`${again}:2: `);
    for (const { stdout, stderr } of [bad, known]) expect(isIn(stdout + stderr, MARKER)).toBe(false);
    expect(await findInTables(shop.database, 'NEWKEY000000001')).toEqual([]);
  });
});

describe('a key', () => {
  it('is bought and shown to its owner on request', async () => {
    member = await createMember(shop);
    const basket = await createBasket(shop, member, [{ id: Number(PRODUCT), count: 2 }]);
    const { body: link } = await beginPayment(shop, member, 'platron', basket.body.id);
    expect(await pressButton(link, 'approve')).toBe(303);
    orderId = link.orderId;
    await until(async () => (await readOrder(shop, member, orderId)).body.state === 'paid');
    [keyId = 0] = listKeyIds((await readOrder(shop, member, orderId)).body);
    const path = `/api/v1/user/keys/${keyId}/reveal`;
    const shown = await ask<{ key: string }>(shop, member, 'POST', path);
    expect(shown.body.key).toContain(MARKER);
    const stranger = await createMember(shop);
    expect((await ask(shop, stranger, 'POST', path)).status).toBe(404);
  });

  it('is in no list for any caller', async () => {
    const lists = [
      `/api/v1/user/orders/${orderId}`,
      '/api/v1/user/baskets',
      '/api/v1/user/notifications',
      '/api/v1/products',
      '/metrics',
    ];
    for (const list of [...lists, ...lists]) {
      const { status, body } = await ask<unknown>(shop, member, 'GET', list).catch(() => ({ status: 200, body: '' }));
      expect([200, 404]).toContain(status);
      expect(isIn(JSON.stringify(body), MARKER)).toBe(false);
    }
  });

  it('is in no answer of the console when operators search for it or import others', async () => {
    const key = keyOf(1);
    const support = await signInToConsole('support');
    const found = await support('POST', '/api/v1/search', { text: key });
    expect(found).toMatchObject({ status: 200, text: expect.stringContaining(`"id":${keyId}`) });
    const keeper = await signInToConsole('stock');
    const path = `/api/v1/key-imports/${randomUUID()}`;
    const order = {
      productId: Number(PRODUCT),
      fileName: 'new.csv',
      supplier: 'Nord',
      costCents: 120,
      format: 'platform',
    };
    const counts = { stopsAtBad: false, lineCount: 2, chunkCount: 1, leftOut: 0 };
    const lines = [5, 1].map((number, index) => ({ line: index + 1, value: keyOf(number) }));
    const check = { productId: Number(PRODUCT), format: 'platform', lines };
    const answers = [
      found,
      await support('GET', `/api/v1/orders/${orderId}`),
      await support('GET', '/api/v1/orders'),
      await keeper('POST', '/api/v1/key-imports/check', check),
      await keeper('PUT', path, { ...order, ...counts }),
      await keeper('PUT', `${path}/chunks/0`, { lines }),
      // The wrong shape: the error names the field, not the value.
      await keeper('PUT', `${path}/chunks/1`, { lines: lines.map(({ value }) => ({ line: value, value })) }),
      await keeper('GET', path),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 400, 200]);
    for (const { text } of answers) expect(isIn(text, MARKER)).toBe(false);
    expect(shop.logs()).toContain('/api/v1/search');
  });

  it('is opened by the recipient of a gift, and its link is in no log and no table', async () => {
    const [, givenId = 0] = listKeyIds((await readOrder(shop, member, orderId)).body);
    const body = {
      channel: 'email',
      email: 'given@example.com',
      day: storeDay(new Date()),
      country: await addCountry(shop.database),
      accepted: true,
    };
    const given = await ask(shop, member, 'POST', `/api/v1/user/keys/${givenId}/gift`, { body });
    expect(given.status, JSON.stringify(given.body)).toBe(201);
    await until(async () => (await readMailbox()).includes('/gift#'));
    const token = /\/gift#([\w-]{22})/.exec(await readMailbox())?.[1] ?? '';
    const visitor = { headers: {} } as Member;
    const looked = await ask<unknown>(shop, visitor, 'POST', '/api/v1/gift/look', { body: { token } });
    expect(looked.status).toBe(200);
    expect(isIn(JSON.stringify(looked.body), MARKER)).toBe(false);
    const opened = await ask<{ key: string; device: string }>(shop, visitor, 'POST', '/api/v1/gift/open', {
      body: { token },
    });
    expect(opened.body.key).toContain(MARKER);
    expect(shop.logs()).toContain('/api/v1/gift/open');
    for (const secret of [token, opened.body.device]) {
      expect(isIn(shop.logs(), secret)).toBe(false);
      expect(await findInTables(shop.database, secret)).toEqual([]);
    }
  });

  it('is in no log and only encrypted in tables', async () => {
    expect(await shopCommand('orders', 'resend', orderId)).toMatchObject({ code: 0 });
    await until(async () => (await readMailbox()).includes(orderId));
    expect(isIn(await readMailbox(), MARKER)).toBe(false);
    expect(shop.logs()).toContain('/reveal');
    expect(isIn(shop.logs(), MARKER)).toBe(false);
    expect(isIn(readFileSync(join(folder, 'data/postgres/postgres.log'), 'utf8'), MARKER)).toBe(false);
    expect(await findInTables(shop.database, MARKER)).toEqual([]);
  });

  it.each([
    ['as it is', MARKER],
    ['in hexadecimal', Buffer.from(`x${MARKER}`).toString('hex')],
    ['in base64', Buffer.from(keyOf(1)).toString('base64')],
    ['in base64, after something else', Buffer.from(`key=${keyOf(1)}`).toString('base64')],
  ])('would be found %s', async (_how, text) => {
    // Not in audit_entry: the store removes no audit entry.
    const leak = { name: text, used: 0, resets_at: new Date() };
    await shop.database.insertInto('rate_limit').values(leak).execute();
    expect(await findInTables(shop.database, MARKER)).toEqual(['public.rate_limit']);
    expect(isIn(`a line with ${text} in it`, MARKER)).toBe(true);
    await shop.database.deleteFrom('rate_limit').where('name', '=', text).execute();
  });
});

describe('the operator afterwards', () => {
  it('sees the purchase, and all invariants hold', async () => {
    const listed = await shopCommand('orders', 'list');
    expect(listed.stdout).toContain(orderId);
    const shown = await shopCommand('orders', 'show', orderId);
    expect(shown.stdout).toContain(`keys ${keyId}`);
    expect(isIn(listed.stdout + shown.stdout, MARKER)).toBe(false);
    expect(await shopCommand('orders', 'show', 'NOSUCHORDERATALL')).toMatchObject({ code: 1 });
    const checked = await runCommand(['check'], {
      DATABASE_URL: shop.databaseUrl,
      DATA_DIR: folder,
      PLATRON_URL: `${shop.sandboxUrl}/platron`,
    });
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('1 payments compared') });
  });

  it('refunds the order', async () => {
    expect(await shopCommand('orders', 'refund', orderId, '--yes')).toMatchObject({ code: 0 });
    await until(async () => (await readOrder(shop, member, orderId)).body.state === 'refunded');
  });

  it('changes the master key and can read the same keys', async () => {
    const before = await shopCommand('keys', 'export', '--product', PRODUCT);
    expect(before.stdout).toContain(`"${keyOf(1)}"`);
    const environment = { DATABASE_URL: shop.databaseUrl, DATA_DIR: folder, KEY_ENCRYPTION_KEY: NEW_MASTER };
    const refused = await runCommand(['keys', 'export', '--product', PRODUCT], environment);
    expect(refused.code).toBe(1);
    const { keys } = await shop.database
      .selectFrom('product_key')
      .select((eb) => eb.fn.countAll<number>().as('keys'))
      .executeTakeFirstOrThrow();
    const rotated = await runCommand(['keys', 'rotate'], { ...environment, KEY_ENCRYPTION_KEY_PREVIOUS: OLD_MASTER });
    expect(rotated).toMatchObject({ code: 0, stdout: expect.stringContaining(`Sealed ${keys} keys anew`) });
    const after = await runCommand(['keys', 'export', '--product', PRODUCT], environment);
    expect(after.stdout).toBe(before.stdout);
  });
});

async function readMailbox(): Promise<string> {
  return (await fetch(`${shop.sandboxUrl}/mail.json`)).text();
}

/** Signs in with the password, as a browser does, and returns what sends requests. */
async function signInToConsole(roleId: string) {
  const { email } = await createOperator(shop, roleId);
  let cookie = '';
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(consoleUrl + path, {
      method,
      headers: { origin: consoleUrl, cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    cookie ||= answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { status: answer.status, text: await answer.text() };
  };
  expect((await send('POST', '/api/v1/session', { email, password: OPERATOR_PASSWORD })).status).toBe(200);
  return send;
}
