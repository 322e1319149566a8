import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInOperator, type TestOperator } from '../../testing/test-operator.ts';
import { sized } from '../../testing/test-size.ts';
import { createTestStore, type TestStore } from '../../testing/test-store.ts';

const FILES = sized({ short: 72, full: 500 });
const MB = 1024 * 1024;
/** Decoding 40 million pixels takes some 160 MB, and the store holds five files of 10 MB at most. */
const MAX_GROWTH = 700 * MB;
/** Planted into the files. What is served must not have it. */
const MARKER = 'HOSTILE<script>alert(1)</script>';

let store: TestStore;
let manager: TestOperator;
beforeAll(async () => {
  store = await createTestStore({ cacheBytes: 0, environment: { RATE_LIMITS: 'off' } });
  manager = await signInOperator(store, 'manager');
});
afterAll(() => store.close());

/** The same files in every run. */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, bytes: (length: number) => Buffer.from(Array.from({ length }, () => below(256))) };
}
type Random = ReturnType<typeof createRandom>;

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});
function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  let crc = 0xffffffff;
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(content.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return Buffer.concat([head, body, tail]);
}
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const ZEROS = chunk('IDAT', deflateSync(Buffer.alloc(4 * MB), { level: 9 }));
/** A file that says it is huge, with data that unpacks to zeros without end. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ZEROS, chunk('IEND', Buffer.alloc(0))]);
}

type Kind = (good: Buffer[], random: Random) => Buffer | Promise<Buffer>;
const pick = (list: Buffer[], { below }: Random) => list[below(list.length)] ?? Buffer.alloc(0);
const insert = (file: Buffer, at: number, part: Buffer) =>
  Buffer.concat([file.subarray(0, at), part, file.subarray(at)]);

const KINDS: Record<string, Kind> = {
  truncated: (good, random) => {
    const file = pick(good, random);
    return file.subarray(0, 1 + random.below(file.length - 1));
  },
  'wrong magic': (good, random) => Buffer.concat([random.bytes(12), pick(good, random).subarray(12)]),
  'bytes that are wrong in many places': (good, random) => {
    const file = Buffer.from(pick(good, random));
    for (let count = 0; count < 40; count++) file[random.below(file.length)] = random.below(256);
    return file;
  },
  'a page behind the pixels': (good, random) => Buffer.concat([pick(good, random), Buffer.from(`<html>${MARKER}`)]),
  'an archive behind the pixels': (good, random) =>
    Buffer.concat([pick(good, random), Buffer.from('PK\x03\x04', 'latin1'), Buffer.from(MARKER), random.bytes(500)]),
  'a script before the pixels': (good, random) => Buffer.concat([Buffer.from(`/*${MARKER}*/`), pick(good, random)]),
  'only a page': (_good, random) => Buffer.from(`<!doctype html><p>${MARKER}${random.below(1e9)}`),
  'an SVG': () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">${MARKER}</svg>`),
  'a picture of another format': async (_good, random) =>
    sharp({ create: { width: 400, height: 400 + random.below(9), channels: 3, background: '#123456' } })
      [random.below(2) === 0 ? 'tiff' : 'gif']()
      .toBuffer(),
  'huge dimensions': (_good, random) => bomb(10_000 + random.below(50_000), 10_000 + random.below(50_000)),
  'a long thin strip': (_good, random) => bomb(1 + random.below(3), 2_000_000 + random.below(1_000_000)),
  'dimensions of zero': (_good, random) => bomb(0, random.below(5)),
  'a broken profile': (good, random) => {
    const part = Buffer.concat([
      Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'),
      random.bytes(400),
      Buffer.from(MARKER),
    ]);
    const length = Buffer.from([0xff, 0xe2, (part.length + 2) >> 8, (part.length + 2) & 255]);
    return insert(good[0] ?? Buffer.alloc(0), 2, Buffer.concat([length, part]));
  },
  'broken notes of a camera': (good, random) => {
    const part = Buffer.concat([Buffer.from('Exif\0\0MM\0*', 'latin1'), random.bytes(300), Buffer.from(MARKER)]);
    const length = Buffer.from([0xff, 0xe1, (part.length + 2) >> 8, (part.length + 2) & 255]);
    return insert(good[0] ?? Buffer.alloc(0), 2, Buffer.concat([length, part]));
  },
  'a text in a chunk': (good) =>
    insert(good[1] ?? Buffer.alloc(0), 33, chunk('tEXt', Buffer.from(`Comment\0${MARKER}`, 'latin1'))),
  'zero bytes': (_good, random) => Buffer.alloc(random.below(2) * random.below(4_000)),
  'random bytes': (_good, random) => random.bytes(random.below(3_000)),
  'a signature and random bytes': (good, random) =>
    Buffer.concat([pick(good, random).subarray(0, 16), random.bytes(random.below(3_000))]),
};

it(`refuses or encodes anew each of ${FILES} hostile files, in bounded memory`, { timeout: 300_000 }, async () => {
  const random = createRandom(17);
  const picture = sharp(random.bytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } }).blur(8);
  const frames = await sharp(
    Array.from({ length: 30 }, (_, hue) => ({
      create: { width: 400, height: 400, channels: 3 as const, background: `hsl(${hue * 12}, 80%, 50%)` },
    })).map((input) => ({ ...input })) as never,
    { join: { animated: true } },
  )
    .webp()
    .toBuffer();
  const good = [
    await picture.clone().jpeg().toBuffer(),
    await picture.clone().png().toBuffer(),
    await picture.clone().webp().toBuffer(),
    await picture.clone().avif({ effort: 0 }).toBuffer(),
    frames,
  ];
  const kinds = Object.entries(KINDS);
  const [{ id: game }] = (await store.server.inject('/api/v1/game?pageSize=1')).json().items;
  const url = `/api/v1/pictures/games/${game}`;
  const before = process.memoryUsage().rss;
  let peak = before;
  let version = 0;
  const results = new Map<string, Set<number>>();
  for (let count = 0; count < FILES; count++) {
    const [name, make] = kinds[count % kinds.length] ?? ['', () => Buffer.alloc(0)];
    const file = await make(good, random);
    const answer = await manager.call('POST', `${url}?place=cover&seenVersion=${version}`, file, {
      headers: { 'content-type': 'application/octet-stream' },
      isParallel: true,
    });
    const where = `${name} (${count}): ${answer.body.slice(0, 200)}`;
    expect([200, 400, 415], where).toContain(answer.statusCode);
    results.set(name, (results.get(name) ?? new Set()).add(answer.statusCode));
    if (answer.statusCode === 200) version = answer.json().items[0].version;
    else expect(answer.json().code, where).toMatch(/^picture-/);
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  expect(peak - before).toBeLessThan(MAX_GROWTH);
  for (const name of ['a page behind the pixels', 'an archive behind the pixels', 'a text in a chunk']) {
    expect([...(results.get(name) ?? [])], name).toEqual([200]);
  }
  for (const name of [
    'an SVG',
    'only a page',
    'a script before the pixels',
    'a picture of another format',
    'random bytes',
  ]) {
    expect([...(results.get(name) ?? [])], name).toEqual([415]);
  }
  expect([...(results.get('huge dimensions') ?? [])]).toEqual([400]);

  // Nothing of what was sent is kept or served.
  const kept = await store.database.selectFrom('picture_file').select('content').execute();
  expect(kept.length).toBeGreaterThan(1);
  for (const { content } of kept) {
    expect(content?.includes('HOSTILE')).toBe(false);
    await expect(sharp(content ?? Buffer.alloc(0)).metadata()).resolves.toMatchObject({ format: 'webp', width: 400 });
  }
  const { images } = (await store.server.inject(`/api/v1/game/${game}`)).json();
  const served = await store.server.inject(images.poster);
  expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
  expect(served.rawPayload.includes('HOSTILE')).toBe(false);
  const { exif, icc, xmp } = await sharp(served.rawPayload).metadata();
  expect({ exif, icc, xmp }).toEqual({ exif: undefined, icc: undefined, xmp: undefined });
});
