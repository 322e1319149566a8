import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createBucket } from '@oyna/providers/bucket/bucket';
import { createBucketSandbox } from '@oyna/sandboxes/bucket/bucket.sandbox';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember } from '../../testing/test-member.ts';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';
import { createPicturesService } from './pictures.service.ts';

let store: TestStore;
let manager: TestOperator;
let game: number;
beforeAll(async () => {
  store = await createTestStore({ cacheBytes: 0, environment: { RATE_LIMITS: 'off' } });
  manager = await signInOperator(store, 'manager');
  [game = 0] = (await store.server.inject('/api/v1/game?pageSize=1')).json().items.map(({ id }: { id: number }) => id);
});
afterAll(() => store.close());

/** The left half of one colour, the right half of another. */
async function halves(left: string, right: string, format: 'png' | 'jpeg' | 'webp' | 'avif' = 'png', width = 960) {
  const half = { create: { width: width / 2, height: 540, channels: 3, background: right } } as const;
  const content = await sharp({ create: { ...half.create, width, background: left } })
    .composite([{ input: half, left: width / 2, top: 0 }])
    [format]()
    .toBuffer();
  return content;
}

const url = (owner: string, id: number) => `/api/v1/pictures/${owner}/${id}`;
const upload = (operator: TestOperator, target: string, file: Buffer, isParallel = false) =>
  operator.call('POST', target, file, { headers: { 'content-type': 'application/octet-stream' }, isParallel });
const cover = async (id: number) => (await store.server.inject(`/api/v1/game/${id}`)).json();
async function pixelOf(address: string, x = 0.5) {
  const answer = await store.server.inject(address);
  expect(answer.statusCode, address).toBe(200);
  const { data, info } = await sharp(answer.rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * x)) * info.channels;
  return { answer, info, color: [...data.subarray(at, at + 3)].map((value) => Math.round(value / 64)) };
}
const RED = [4, 0, 0];
const BLUE = [0, 0, 4];

describe('a picture that an operator uploads', () => {
  it.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'as %s is shown on cards, on the page and in shares',
    async (format) => {
      const before = (await manager.get(url('games', game))).json().items;
      const target = `${url('games', game)}?place=cover&seenVersion=${before[0]?.version ?? 0}&lng=en`;
      const answer = await upload(manager, target, await halves('#ff0000', '#ff0000', format));
      expect(answer.statusCode, answer.body).toBe(200);
      const { images, color } = await cover(game);
      expect(color).toMatch(/^#f/);
      const { answer: poster, info, color: shown } = await pixelOf(images.poster);
      expect(shown).toEqual(RED);
      expect(info).toMatchObject({ format: 'raw', width: 300, height: 400 });
      expect(poster.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'image/webp',
      });
      for (const file of ['share-1200.png', 'poster-200.avif', 'tall-360.avif']) {
        expect((await pixelOf(images.poster.replace('poster-300.webp', file))).color, file).toEqual(RED);
      }
      // The cover alone: generated pictures do not fill the gallery beside it.
      expect(images.imagePaths).toHaveLength(1);
    },
  );

  it('is in every answer that shows the game: lists, page, offers, search, cart, favourites', async () => {
    const hashesIn = (text: string) =>
      new Set([...text.matchAll(new RegExp(`/media/games/${game}/([0-9a-f]{20})/`, 'g'))].map(([, hash]) => hash));
    const { name, images } = await cover(game);
    const uploaded = hashesIn(images.poster);
    const { headers } = await createMember(store);
    const id = (await store.server.inject(`/api/v1/products?gameid=${game}`)).json().items[0].id;
    const send = (path: string, payload: object) =>
      store.server.inject({ method: 'POST', url: `/api/v1/${path}`, headers, payload });
    await send('basket/create', [{ id, count: 1 }]);
    await send('favorites', { gameId: game });
    const suggested = `search/suggestions?query=${encodeURIComponent(name)}`;
    const addresses = [
      ...['game?pageSize=100', `game/${game}`, 'Recomendation', `products?gameid=${game}`, suggested],
      `game/cards?ids=${game}`,
    ];
    const answers = await Promise.all(addresses.map((address) => store.server.inject(`/api/v1/${address}`)));
    const kept = await Promise.all(
      ['user/basket/actual', 'favorites'].map((path) => store.server.inject({ url: `/api/v1/${path}`, headers })),
    );
    for (const { body } of [...answers, ...kept]) {
      expect(hashesIn(body), body.slice(0, 80)).toEqual(uploaded);
    }
  });

  it('has a gallery in the order of the operator, with texts in the language of the visitor', async () => {
    const target = `${url('games', game)}?place=gallery`;
    await upload(manager, target, await halves('#0000ff', '#0000ff'));
    const { items } = (await upload(manager, target, await halves('#00ff00', '#00ff00'))).json();
    const [, first, second] = items;
    expect(items.map(({ place }: { place: string }) => place)).toEqual(['cover', 'gallery', 'gallery']);
    const order = `${url('games', game)}/order`;
    const moved = await manager.call('PUT', order, { ids: [second.id, first.id] });
    // With their versions, so that a text that is being typed is not refused.
    expect(moved.json().items.slice(1)).toEqual([second, first]);
    const stale = await manager.call('PUT', order, { ids: [second.id] });
    expect(stale.json()).toMatchObject({ code: 'changed-meanwhile', current: { ids: [second.id, first.id] } });
    const alt = { ru: 'Битва', en: 'A battle', kz: 'Шайқас' };
    const [, , changed] = (await manager.get(url('games', game))).json().items;
    const body = { version: changed.version, focal: changed.focal, alt };
    expect((await manager.call('PUT', `/api/v1/pictures/${changed.id}`, body)).statusCode).toBe(200);
    expect((await manager.call('PUT', `/api/v1/pictures/${changed.id}`, body)).json().code).toBe('changed-meanwhile');
    const { images, imageAlts } = (await store.server.inject(`/api/v1/game/${game}?lng=kz`)).json();
    expect(imageAlts).toEqual(['', '', 'Шайқас']);
    expect((await pixelOf(images.imagePaths[1])).color).toEqual([0, 4, 0]);
    expect((await pixelOf(images.imagePaths[2])).color).toEqual(BLUE);
  });

  it('keeps the focal point in every crop, under a new address', async () => {
    const [seen] = (await manager.get(url('games', game))).json().items;
    const file = await halves('#ff0000', '#0000ff');
    const target = `${url('games', game)}?place=cover&seenVersion=`;
    expect((await upload(manager, `${target}0`, file)).json().code).toBe('changed-meanwhile');
    const [picture] = (await upload(manager, target + seen.version, file)).json().items;
    const old = (await cover(game)).images.poster;
    for (const [x, color] of [
      [10, RED],
      [90, BLUE],
    ] as const) {
      const { version } = (await manager.get(url('games', game))).json().items[0];
      await manager.call('PUT', `/api/v1/pictures/${picture.id}`, { version, focal: { x, y: 50 }, alt: picture.alt });
      const { poster } = (await cover(game)).images;
      expect(poster).not.toBe(old);
      expect((await pixelOf(poster, 0.1)).color).toEqual(color);
      expect((await pixelOf(poster, 0.9)).color).toEqual(color);
    }
    // An old address shows the picture of today and is not kept.
    const { answer } = await pixelOf(old);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it('is removed, and the generated one is back', async () => {
    const { items } = (await manager.get(url('games', game))).json();
    for (const { id, version } of items) {
      expect((await manager.call('DELETE', `/api/v1/pictures/${id}?version=${version}`)).statusCode).toBe(200);
    }
    const { images, imageAlts } = await cover(game);
    expect(images.imagePaths).toHaveLength(5);
    expect(imageAlts).toEqual([]);
    expect((await store.server.inject(images.poster)).statusCode).toBe(200);
  });

  it('belongs to news and categories too, which have a generated one before', async () => {
    const [{ id: news }] = (await store.server.inject('/api/v1/news')).json();
    const [{ id: category, picture: drawn }] = (await store.server.inject('/api/v1/info/categories')).json();
    expect((await pixelOf(drawn)).color).not.toEqual(RED);
    const file = await halves('#ff0000', '#ff0000');
    await upload(manager, `${url('news', news)}?place=cover`, file);
    await upload(manager, `${url('categories', category)}?place=cover`, file);
    const item = (await store.server.inject(`/api/v1/news/${news}`)).json();
    expect((await pixelOf(item.images.mainframe)).color).toEqual(RED);
    const [{ picture }] = (await store.server.inject('/api/v1/info/categories')).json();
    expect((await pixelOf(picture)).color).toEqual(RED);
  });
});

describe('uploads', () => {
  it('fill a gallery up to eight, also when they come at once', async () => {
    const file = (red: number) => halves(`#${red}${red}0000`, '#0000ff', 'jpeg', 640);
    const target = `${url('games', game + 1)}?place=gallery`;
    for (const round of [
      [0, 1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]) {
      await Promise.all(round.map(async (red) => upload(manager, target, await file(red), true)));
    }
    expect((await manager.get(url('games', game + 1))).json().items).toHaveLength(8);
    const last = await Promise.all([7, 8, 9].map(async (red) => upload(manager, target, await file(red), true)));
    const results = last.map((answer) => answer.json().code ?? 'added');
    expect(results.toSorted(), 'the eighth was repeated').toEqual(['added', 'gallery-full', 'gallery-full']);
  });

  it('that are repeated because the response was lost change nothing', async () => {
    const file = await halves('#ff0000', '#0000ff', 'png', 640);
    for (const place of ['gallery', 'cover&seenVersion=0']) {
      const target = `${url('games', game + 5)}?place=${place}`;
      const first = await upload(manager, target, file);
      const again = await Promise.all([upload(manager, target, file, true), upload(manager, target, file, true)]);
      for (const answer of again) expect(answer.json()).toEqual(first.json());
    }
    const { items } = (await manager.get(url('games', game + 5))).json();
    expect(items.map(({ place }: { place: string }) => place)).toEqual(['cover', 'gallery']);
  });

  it('replace a cover once when several operators send one at the same moment', async () => {
    const target = `${url('games', game + 4)}?place=cover&seenVersion=0`;
    const colours = ['#ff0000', '#0000ff', '#00ff00'];
    const files = await Promise.all(colours.map((colour) => halves(colour, colour, 'png', 640)));
    const answers = await Promise.all(files.map((file) => upload(manager, target, file, true)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    const late = answers.find(({ statusCode }) => statusCode === 409);
    expect(late?.json()).toMatchObject({ code: 'changed-meanwhile', current: { place: 'cover', version: 1 } });
    expect((await manager.get(url('games', game + 4))).json().items).toHaveLength(1);
  });

  it('that break off in the middle leave nothing, and the same file is taken again', async () => {
    const server = await store.openConsole();
    const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
    const file = await halves('#ff0000', '#0000ff', 'png', 640);
    const target = `${url('games', game + 3)}?place=gallery`;
    const head = Object.entries({ ...manager.headers, 'content-type': 'application/octet-stream' })
      .concat([['content-length', String(file.length)]])
      .map(([name, value]) => `${name}: ${value}`);
    const request = `POST ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\n${head.join('\r\n')}\r\n\r\n`;
    for (const share of [0, 0.5, 0.999]) {
      const socket = connect({ host: '127.0.0.1', port: Number(port) });
      await once(socket, 'connect');
      socket.write(request);
      await new Promise((resolve) => socket.write(file.subarray(0, Math.floor(file.length * share)), resolve));
      socket.destroy();
    }
    expect((await manager.get(url('games', game + 3))).json().items).toEqual([]);
    expect((await upload(manager, target, file)).json().items).toHaveLength(1);
  });

  it('are refused without an owner, the permission, or the page of the console', async () => {
    const file = await halves('#ff0000', '#0000ff');
    expect((await upload(manager, `${url('games', 999_999)}?place=cover`, file)).statusCode).toBe(404);
    const support = await signInOperator(store, 'support');
    expect((await upload(support, `${url('games', game)}?place=cover`, file)).statusCode).toBe(403);
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/octet-stream' };
    const foreign = await manager.call('POST', `${url('games', game)}?place=cover`, file, { headers });
    expect(foreign.json().code).toBe('cross-site');
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await manager.call('POST', `${url('games', game)}?place=cover`, file, { headers: form })).statusCode).toBe(
      403,
    );
  });

  it('of more than 10 MB are refused', async () => {
    const answer = await upload(manager, `${url('games', game)}?place=cover`, Buffer.alloc(10 * 1024 * 1024 + 1, 1));
    expect(answer.statusCode).toBe(413);
  });

  it('leave no file behind when no picture needs it', async () => {
    const { database } = store;
    const count = async () =>
      (await sql<{ count: number }>`SELECT count(*) FROM picture_file`.execute(database)).rows[0]?.count ?? 0;
    const { items } = (await manager.get(url('games', game + 1))).json();
    await createPicturesService(database).sweep();
    const before = await count();
    for (const { id, version } of items) await manager.call('DELETE', `/api/v1/pictures/${id}?version=${version}`);
    await createPicturesService(database).sweep();
    expect(await count()).toBe(before);
    await sql`UPDATE picture_file SET created_at = now() - interval '2 days'`.execute(database);
    await createPicturesService(database).sweep();
    const kept = await sql<{ count: number }>`SELECT count(DISTINCT file_hash) FROM picture`.execute(database);
    expect(await count()).toBe(kept.rows[0]?.count);
    expect(await count()).toBeLessThan(before);
  });
});

describe('a store with a bucket', () => {
  const credentials = { region: 'eu-central-1', keyId: 'oyna-test', secret: 'a secret of the test' };
  const bucket = createBucketSandbox(credentials);
  let listener: Server;
  /** The files that the bucket does not delete: those whose address has this text. */
  let refused: string | undefined;
  let node: TestStore;
  let operator: TestOperator;
  beforeAll(async () => {
    listener = createServer((request, response) =>
      request.method === 'DELETE' && refused !== undefined && request.url?.includes(refused)
        ? void response.writeHead(503).end()
        : bucket.handler(request, response),
    );
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    node = await startTestNode({ url: store.url, cacheBytes: 0, environment: environment(credentials.secret) });
    operator = await signInOperator(node, 'manager');
  });
  afterAll(async () => {
    await node.close();
    listener.close();
  });
  const environment = (secret: string) => ({
    RATE_LIMITS: 'off',
    PICTURE_BUCKET_URL: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/pictures`,
    PICTURE_BUCKET_REGION: credentials.region,
    PICTURE_BUCKET_KEY_ID: credentials.keyId,
    PICTURE_BUCKET_SECRET: secret,
  });
  const target = () => `${url('games', game + 2)}?place=cover`;
  const makeOld = (name: string) =>
    sql`UPDATE picture_file SET created_at = now() - interval '2 days' WHERE hash = encode(sha256(${name}::text::bytea), 'hex')`.execute(
      store.database,
    );

  it('keeps files there and shows them on every node', async () => {
    expect((await upload(operator, target(), await halves('#0000ff', '#0000ff'))).statusCode).toBe(200);
    expect([...bucket.files.keys()]).toEqual([expect.stringMatching(/^\/pictures\/[0-9a-f]{64}\.webp$/)]);
    const { poster } = (await node.server.inject(`/api/v1/game/${game + 2}`)).json().images;
    expect((await node.server.inject(poster)).statusCode).toBe(200);
    const other = await startTestNode({ url: store.url, cacheBytes: 0, environment: environment(credentials.secret) });
    expect((await other.server.inject(poster.replace('300', '600'))).statusCode).toBe(200);
    await other.close();
    const { rows } = await sql`SELECT FROM picture_file WHERE content IS NULL`.execute(store.database);
    expect(rows).toHaveLength(1);
  });

  it('changes nothing when the bucket is away or refuses the signature', async () => {
    const before = (await operator.get(url('games', game + 2))).json();
    bucket.setAway(true);
    const file = await halves('#00ff00', '#00ff00');
    expect((await upload(operator, `${target()}&seenVersion=1`, file)).statusCode).toBe(502);
    bucket.setAway(false);
    const wrong = await startTestNode({ url: store.url, cacheBytes: 0, environment: environment('another secret') });
    const stranger = await signInOperator(wrong, 'manager');
    expect((await upload(stranger, `${target()}&seenVersion=1`, file)).statusCode).toBe(502);
    await wrong.close();
    expect((await operator.get(url('games', game + 2))).json()).toEqual(before);
    expect(bucket.files.size).toBe(1);
  });

  it('sweeps each file by itself, and without the bucket all that are in the database', async () => {
    const { database } = store;
    await sql`INSERT INTO picture_file (hash, content, created_at)
      SELECT encode(sha256(name::bytea), 'hex'), CASE WHEN name = 'stored' THEN '\\x01'::bytea END, now() - interval '2 days'
      FROM unnest(ARRAY['in the bucket', 'stored']) AS name`.execute(database);
    const listNew = async () => {
      const { rows } = await sql<{ is_stored: boolean }>`
        SELECT content IS NOT NULL AS is_stored FROM picture_file
        WHERE created_at < now() - interval '1 day' AND NOT EXISTS (SELECT FROM picture WHERE file_hash = picture_file.hash)`.execute(
        database,
      );
      return rows.map(({ is_stored: isStored }) => isStored);
    };
    const { PICTURE_BUCKET_URL: url } = environment('');
    const pictures = createPicturesService(database, createBucket({ url, ...credentials }));
    refused = '/';
    await expect(pictures.sweep()).rejects.toThrow('503');
    await makeOld('in the bucket');
    expect(await listNew()).toEqual([false]);
    // More rows of a bucket that is gone than one sweep takes.
    await sql`INSERT INTO picture_file (hash, content, created_at)
      SELECT encode(sha256(number::text::bytea), 'hex'), CASE WHEN number > 100 THEN '\\x01'::bytea END, now() - interval '2 days'
      FROM generate_series(1, 101) AS number`.execute(database);
    await createPicturesService(database).sweep();
    expect(await listNew()).toEqual(Array(101).fill(false));
    refused = undefined;
    await pictures.sweep();
    await pictures.sweep();
    expect(await listNew()).toEqual([]);
    expect(bucket.files.size).toBe(1);
  });

  it('sweeps the files after one that the bucket always refuses, and tries that one again after a day', async () => {
    const { database } = store;
    await sql`INSERT INTO picture_file (hash, created_at) SELECT encode(sha256(name::bytea), 'hex'), now() - days * interval '1 day'
      FROM unnest(ARRAY['damaged', 'later'], ARRAY[3, 2]) AS file (name, days)`.execute(database);
    const list = async () => {
      const { rows } = await sql<{ name: string }>`SELECT name FROM unnest(ARRAY['damaged', 'later']) AS name
        JOIN picture_file ON hash = encode(sha256(name::bytea), 'hex')`.execute(database);
      return rows.map(({ name }) => name);
    };
    const { PICTURE_BUCKET_URL: url } = environment('');
    const pictures = createPicturesService(database, createBucket({ url, ...credentials }));
    refused = createHash('sha256').update('damaged').digest('hex');
    await expect(pictures.sweep()).rejects.toThrow('503');
    expect(await list()).toEqual(['damaged']);
    await pictures.sweep();
    expect(await list()).toEqual(['damaged']);
    await makeOld('damaged');
    await expect(pictures.sweep()).rejects.toThrow('503');
    refused = undefined;
    await makeOld('damaged');
    await pictures.sweep();
    expect(await list()).toEqual([]);
  });
});
