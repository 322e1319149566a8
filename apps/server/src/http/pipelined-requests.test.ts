import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { oneAtATime } from './pipelined-requests.ts';

const opened: (Server | Socket)[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) {
    if ('closeAllConnections' in one) one.close().closeAllConnections();
    else one.destroy();
  }
});

async function listen(handle: RequestListener, maxWaiting?: number): Promise<number> {
  const server = createServer(oneAtATime(handle, maxWaiting));
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function send(port: number, text: string) {
  const socket = connect({ port, host: '127.0.0.1' });
  opened.push(socket);
  const state = { socket, received: '', isClosed: false };
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    state.received += chunk;
  });
  socket.on('close', () => {
    state.isClosed = true;
  });
  socket.write(text);
  return state;
}

const get = (path: number | string) => `GET /${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
const gets = (count: number) => Array.from({ length: count }, (_, index) => get(index)).join('');
const bodiesOf = (received: string) => received.match(/<[^>]*>/g) ?? [];

it('answers the requests of a connection in their order and one after the other', async () => {
  let running = 0;
  let most = 0;
  const port = await listen((request, response) => {
    most = Math.max(most, ++running);
    setImmediate(() => {
      running--;
      response.end(`<${request.url}>`);
    });
  });
  const client = send(port, gets(20));
  await eventually(() => expect(bodiesOf(client.received)).toHaveLength(20));
  expect(bodiesOf(client.received)).toEqual(Array.from({ length: 20 }, (_, index) => `</${index}>`));
  expect(most).toBe(1);
});

it('reads the body of a request that waited', async () => {
  const port = await listen(async (request, response) => {
    const chunks = await request.toArray();
    response.end(`<${request.method} ${Buffer.concat(chunks).toString()}>`);
  });
  const post = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhello';
  const client = send(port, get('first') + post + get('last'));
  await eventually(() => expect(bodiesOf(client.received)).toEqual(['<GET >', '<POST hello>', '<GET >']));
});

it('begins no more work for a client that does not read, and answers others', async () => {
  let begun = 0;
  const answer = Buffer.alloc(32 * 1024 * 1024, '<long>');
  const port = await listen((request, response) => {
    if (request.url === '/other') return void response.end('<other>');
    begun++;
    response.end(answer);
  });
  const client = send(port, gets(50));
  client.socket.pause();
  await eventually(() => expect(begun).toBe(1));
  const other = send(port, get('other').repeat(3));
  await eventually(() => expect(bodiesOf(other.received)).toHaveLength(3));
  expect(begun).toBe(1);
});

it('closes a connection on which too much waits, and handles none of it', async () => {
  const handled: string[] = [];
  const held = Promise.withResolvers<void>();
  const port = await listen(async (request, response) => {
    handled.push(String(request.url));
    await held.promise;
    response.end(`<${request.url}>`);
  }, 5);
  const patient = send(port, gets(6));
  await eventually(() => expect(handled).toEqual(['/0']));
  const client = send(port, gets(7));
  await eventually(() => expect(client.isClosed).toBe(true));
  held.resolve();
  await eventually(() => expect(bodiesOf(patient.received)).toHaveLength(6));
  expect(handled.toSorted()).toEqual(['/0', '/0', '/1', '/2', '/3', '/4', '/5']);
});

it('handles nothing that waited on a connection which its client closed', async () => {
  const handled: string[] = [];
  const held = Promise.withResolvers<void>();
  const port = await listen(async (request, response) => {
    handled.push(String(request.url));
    await held.promise;
    response.end(`<${request.url}>`);
  });
  const client = send(port, gets(3));
  await eventually(() => expect(handled).toEqual(['/0']));
  client.socket.destroy();
  held.resolve();
  const other = send(port, get('other') + get('another'));
  await eventually(() => expect(bodiesOf(other.received)).toHaveLength(2));
  expect(handled).toEqual(['/0', '/other', '/another']);
});

it('begins what waited outside of the context of another request', async () => {
  const requests = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const port = await listen((request, response) => {
    seen.push(requests.getStore());
    requests.run(String(request.url), () => setImmediate(() => response.end(`<${request.url}>`)));
  });
  const client = send(port, gets(3));
  await eventually(() => expect(bodiesOf(client.received)).toHaveLength(3));
  expect(seen).toEqual([undefined, undefined, undefined]);
});
