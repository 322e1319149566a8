/** Which answers are accepted, over real HTTP. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { ask } from './wire.request.ts';

const LIMIT = 256_000;

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function askAt(baseUrl: string) {
  const request = { method: 'POST', path: '/pay', headers: { 'x-api-key': 'secret' }, body: '{}' } as const;
  return ask({ provider: 'Somebody', baseUrl }, request, (message, options) => new Error(message, options));
}

it('accepts an answer with any status, as text', async () => {
  const url = await serve((request, response) => void response.writeHead(418).end(`${request.url} ключ`));
  expect(await askAt(`${url}/v1/`)).toEqual({ status: 418, text: '/v1/pay ключ' });
});

it('refuses an answer above the size limit, also when it is compressed', async () => {
  const size = { bytes: LIMIT };
  const plain = await serve((_request, response) => void response.end(Buffer.alloc(size.bytes, ' ')));
  const packed = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(size.bytes, ' ')));
  });
  for (const url of [plain, packed]) {
    size.bytes = LIMIT;
    expect((await askAt(url)).text).toHaveLength(LIMIT);
    size.bytes = LIMIT + 1;
    await expect(askAt(url)).rejects.toThrow(`Somebody answered with more than ${LIMIT} bytes`);
  }
});

it('does not follow a redirect to another host', async () => {
  const elsewhere: string[] = [];
  const other = await serve((request, response) => {
    elsewhere.push(request.url ?? '');
    response.end('{"success":true}');
  });
  for (const status of [301, 302, 307, 308]) {
    const url = await serve((_request, response) => void response.writeHead(status, { location: other }).end('moved'));
    expect(await askAt(url)).toEqual({ status, text: 'moved' });
  }
  expect(elsewhere).toEqual([]);
});

it('refuses an answer that breaks off', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('{"success":true}');
    setImmediate(() => response.destroy());
  });
  await expect(askAt(url)).rejects.toThrow('Somebody could not be reached');
});
