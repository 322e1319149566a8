import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sendHttp } from './sandbox.http.ts';

let server: Server;
let url: string;
let connections: number;
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = {
        method: request.method,
        path: request.url,
        as: request.headers['x-as'],
        body: `${Buffer.concat(chunks)}`,
      };
      const text = JSON.stringify(received);
      if (request.url === '/none') return response.writeHead(204).end();
      if (request.url === '/elsewhere') return response.writeHead(303, { location: '/', 'content-length': 0 }).end();
      if (request.url === '/last') response.setHeader('connection', 'close');
      if (request.url === '/broken') return response.destroy();
      if (request.url === '/never') return undefined;
      // In pieces that end in the middle of a letter.
      if (request.url === '/pieces') {
        const bytes = Buffer.from('ҚАЗАҚША'.repeat(2_000));
        response.write(bytes.subarray(0, 4_001));
        return response.end(bytes.subarray(4_001));
      }
      return response.end(text);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  connections = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('sends what it was given, and answers what came', async () => {
  const sent = { headers: { 'x-as': 'buyer' }, body: 'сумма=1' };
  const { status, text } = await sendHttp('POST', `${url}/pay?a=1`, sent);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({ method: 'POST', path: '/pay?a=1', as: 'buyer', body: 'сумма=1' });
  expect(await sendHttp('GET', `${url}/none`)).toEqual({ status: 204, text: '' });
  expect(await sendHttp('GET', `${url}/elsewhere`)).toEqual({ status: 303, text: '' });
  expect((await sendHttp('GET', `${url}/pieces`)).text).toBe('ҚАЗАҚША'.repeat(2_000));
});

it('keeps its connections, and opens a new one when one has ended', async () => {
  for (let n = 0; n < 5; n++) await sendHttp('GET', url);
  expect(connections).toBeLessThanOrEqual(1);
  await sendHttp('GET', `${url}/last`);
  await sendHttp('GET', url);
  expect(connections).toBeGreaterThanOrEqual(1);
  server.closeAllConnections();
  expect((await sendHttp('GET', `${url}/none`).catch(() => sendHttp('GET', `${url}/none`))).status).toBe(204);
});

it('says when there is no answer, or none in time', async () => {
  await expect(sendHttp('GET', `${url}/broken`)).rejects.toThrow();
  await expect(sendHttp('GET', `${url}/never`, { signal: AbortSignal.timeout(50) })).rejects.toThrow(/timeout/);
  await expect(sendHttp('GET', 'http://127.0.0.1:1/')).rejects.toThrow('ECONNREFUSED');
  await expect(sendHttp('GET', 'https://127.0.0.1:1/')).rejects.toThrow('fetch failed');
});
