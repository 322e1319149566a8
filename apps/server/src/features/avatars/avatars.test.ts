import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, type Member } from '../../testing/test-member.ts';
import { createTestStore, startTestNode, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;
let member: Member;
beforeAll(async () => {
  store = await createTestStore({ template: 'empty', environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => store.close());
beforeEach(async () => {
  member = await createMember(store);
});

const put = (file: Buffer | string, type = 'application/octet-stream') =>
  store.server.inject({
    method: 'PUT',
    url: '/api/v1/user/avatar',
    headers: { ...member.headers, 'content-type': type },
    payload: file,
  });
const urlNow = async () =>
  (await store.server.inject({ url: '/api/v1/user/info', headers: member.headers })).json().imageUrl;
const pixelsOf = async (url: string) => {
  const { rawPayload } = await store.server.inject(url);
  const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  return { info, at };
};
const isNear = (colour: number[], [r, g, b]: [number, number, number]) =>
  [r, g, b].every((value, index) => Math.abs(value - (colour[index] ?? 0)) < 40);

/** Left half red, right half blue. */
const picture = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } },
      left: width / 2,
      top: 0,
    },
  ]);
const SVG = (inner: string, attributes = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;
const RED = '<rect width="10" height="10" fill="#ff0000"/>';

describe('an avatar', () => {
  it.each([
    ['jpeg', () => picture().jpeg().toBuffer()],
    ['png', () => picture().png().toBuffer()],
    ['gif', () => picture().gif().toBuffer()],
    ['webp', () => picture().webp().toBuffer()],
    ['svg', async () => Buffer.from(SVG(`${RED}<rect x="5" width="5" height="10" style="fill:#0000ff"/>`))],
  ])('is made of a %s file, whatever the file is said to be', async (_format, make) => {
    const answer = await put(await make(), 'image/x-anything');
    expect(answer.statusCode, answer.body).toBe(200);
    const { imageUrl } = answer.json();
    expect(imageUrl).toMatch(/^\/media\/avatars\/[0-9a-f-]{36}\.webp$/);
    const { info, at } = await pixelsOf(imageUrl);
    expect([info.width, info.height]).toEqual([256, 256]);
    expect(isNear(at(30, 128), [255, 0, 0])).toBe(true);
    expect(isNear(at(225, 128), [0, 0, 255])).toBe(true);
  });

  it('is served to all clients with its type and may be cached for ever', async () => {
    const { imageUrl } = (await put(await picture().png().toBuffer())).json();
    const answer = await store.server.inject(imageUrl);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const node = await startTestNode({ url: store.url });
    expect((await node.server.inject(imageUrl)).rawPayload.equals(answer.rawPayload)).toBe(true);
    await node.close();
  });

  it('gets a new address with every picture, and none when it is removed', async () => {
    const file = await picture().png().toBuffer();
    const first = (await put(file)).json().imageUrl;
    const second = (await put(file)).json().imageUrl;
    expect(second).not.toBe(first);
    expect((await store.server.inject(first)).statusCode).toBe(404);
    const removed = await store.server.inject({
      method: 'DELETE',
      url: '/api/v1/user/avatar',
      headers: member.headers,
    });
    expect([removed.statusCode, removed.json().imageUrl]).toEqual([200, null]);
    expect((await store.server.inject(second)).statusCode).toBe(404);
    const again = await store.server.inject({ method: 'DELETE', url: '/api/v1/user/avatar', headers: member.headers });
    expect(again.statusCode).toBe(200);
  });

  it('is upright and keeps no metadata of the file', async () => {
    const file = await picture(300, 400)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { imageUrl } = (await put(file, 'image/jpeg')).json();
    const { at } = await pixelsOf(imageUrl);
    expect(isNear(at(128, 20), [255, 0, 0])).toBe(true);
    expect(isNear(at(128, 235), [0, 0, 255])).toBe(true);
    const { rawPayload } = await store.server.inject(imageUrl);
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
    expect(rawPayload.includes('secret place')).toBe(false);
  });

  it('of a moving picture is its first frame', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const file = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { imageUrl } = (await put(file)).json();
    expect(isNear((await pixelsOf(imageUrl)).at(128, 128), [255, 0, 0])).toBe(true);
  });
});

describe('a drawing', () => {
  it.each([
    ['a script', `${RED}<script>alert(1)</script>`],
    ['a file of the server', `${RED}<image href="file:///etc/passwd" width="10" height="10"/>`],
    ['another server', `${RED}<image xlink:href="http://127.0.0.1:9/x.png" width="10" height="10"/>`],
    ['a picture inside', `${RED}<image href="data:image/png;base64,iVBORw0KGgo=" width="10" height="10"/>`],
    ['another document', `${RED}<foreignObject><iframe src="http://127.0.0.1:9"/></foreignObject>`],
    ['a style sheet', `<style>@import "http://127.0.0.1:9";rect{fill:#0f0!important}</style>${RED}`],
    ['copies of copies', `<g id="a">${RED}</g><g id="b"><use href="#a"/><use href="#a"/></g><use href="#b"/>`],
    ['a filter', `<filter id="f"><feTurbulence numOctaves="9999"/></filter><g filter="url(#f)">${RED}</g>`],
    ['endless dashes', `${RED}<path d="M0 0h10" stroke-dasharray="0.0000001" style="stroke-dasharray:0.0000001"/>`],
  ])('with %s is drawn without it', async (_what, inner) => {
    const answer = await put(SVG(inner), 'image/svg+xml');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(isNear((await pixelsOf(answer.json().imageUrl)).at(128, 128), [255, 0, 0])).toBe(true);
  });

  const laughs = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join(
    '',
  );
  it.each([
    [
      'declares entities',
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]>${SVG('<text>&l9;</text>')}`,
    ],
    ['reads a file', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG('<text>&x;</text>')}`],
    ['is larger than any screen', SVG(RED, 'width="100000" height="100000"')],
    ['has no size', SVG(RED, 'width="0" height="0"')],
    ['is too long', SVG(`<path d="${'M0 0'.repeat(200_000)}"/>`)],
    ['has too many parts', SVG('<g/>'.repeat(6_000))],
    ['breaks off', '<svg xmlns="http://www.w3.org/2000/svg'],
    ['is not UTF-8', Buffer.concat([Buffer.from('<svg>'), Buffer.from([0xff, 0xfe, 0x00])])],
    ['is only called one', '<svg></svg>'],
  ])('that %s is refused', async (_what, file) => {
    const answer = await put(file, 'image/svg+xml');
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'avatar-broken']);
    expect(await urlNow()).toBe(null);
  });
});

/** A picture of so many points in a few bytes. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(1_000_000));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('a file', () => {
  it.each([
    ['text', 'hello'],
    ['HTML', '<html><script>alert(1)</script></html>'],
    ['nothing', ''],
    ['a PDF', '%PDF-1.7 ...'],
    ['a TIFF', Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0])],
    ['a compressed drawing', Buffer.from([0x1f, 0x8b, 8, 0])],
  ])('of another kind is refused: %s', async (_what, file) => {
    const answer = await put(file);
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'avatar-type-invalid']);
    expect(await urlNow()).toBe(null);
  });

  it.each([
    ['breaks off', async () => (await picture(900, 900).jpeg().toBuffer()).subarray(0, 900)],
    ['is only a beginning', async () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['is only called a GIF', async () => Buffer.from('GIF89a<script>')],
    ['would unfold into gigabytes', async () => bomb(60_000, 60_000)],
    ['lies about its size', async () => bomb(4_000, 9_000)],
  ])('that %s is refused', async (_what, make) => {
    const answer = await put(await make(), 'image/png');
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'avatar-broken']);
    expect(await urlNow()).toBe(null);
  });

  it('of more than 5 MB is refused, said or not', async () => {
    const answer = await put(Buffer.alloc(5 * 1024 * 1024 + 1, 1), 'image/png');
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'payload-too-large']);
  });

  it('that is no file at all is refused', async () => {
    const answer = await put('{"a":1}', 'application/json');
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'avatar-type-invalid']);
    const other = await put('a=1', 'application/x-www-form-urlencoded');
    expect([other.statusCode, other.json().code]).toEqual([415, 'unsupported-media-type']);
  });

  it('is not read from a request without a token', async () => {
    const answer = await store.server.inject({
      method: 'PUT',
      url: '/api/v1/user/avatar',
      headers: { 'content-type': 'image/png' },
      payload: Buffer.alloc(1000),
    });
    expect(answer.statusCode).toBe(401);
  });
});

it.each(['x.webp', '../../etc/passwd', '00000000-0000-4000-8000-000000000000.webp', '%00.webp', 'x'.repeat(50)])(
  'there is no avatar called %s',
  async (file) => {
    expect((await store.server.inject(`/media/avatars/${encodeURIComponent(file)}`)).statusCode).toBe(404);
  },
);

it('too many files at a time are put off', async () => {
  const strict = await startTestNode({ url: store.url, environment: { RATE_LIMITS: 'on' } });
  try {
    const file = await picture(10, 10).png().toBuffer();
    const upload = () =>
      strict.server.inject({
        method: 'PUT',
        url: '/api/v1/user/avatar',
        headers: { ...member.headers, 'content-type': 'image/png' },
        payload: file,
      });
    const statuses = [];
    for (let index = 0; index < 31; index += 1) statuses.push((await upload()).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  } finally {
    await strict.close();
  }
});
