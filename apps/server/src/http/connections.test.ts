import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { createHttpServer, limitConnections } from './connections.ts';

const opened: (Server | Socket)[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) {
    if ('closeAllConnections' in one) one.close().closeAllConnections();
    else one.destroy();
  }
});

async function listen(server: Server): Promise<Server> {
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function open(server: Server, localAddress = '127.0.0.1') {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  opened.push(socket);
  const state = { socket, received: '', isClosed: false };
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    state.received += chunk;
  });
  socket.on('close', () => {
    state.isClosed = true;
  });
  return state;
}

const countOpen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

const ask = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

it('closes a connection that sends nothing, or half a head, and keeps one that asked', async () => {
  const server = createHttpServer((_request, response) => response.end('here'), { headMs: 50, checkEveryMs: 20 });
  await listen(server);
  const [idle, slow, visitor] = [open(server), open(server), open(server)];
  slow.socket.write('GET / HTTP/1.1\r\nhost: x\r\n');
  visitor.socket.write(ask);
  await eventually(async () => expect([idle.isClosed, slow.isClosed]).toEqual([true, true]));
  expect(slow.received).toContain('408 Request Timeout');
  expect(visitor.received).toContain('here');
  expect(visitor.isClosed).toBe(false);
});

it('closes a connection that does not read its answer', async () => {
  let sent: Socket | undefined;
  const server = createHttpServer(
    (request, response) => {
      sent = request.socket;
      response.end(Buffer.alloc(64 * 1024 * 1024));
    },
    { silenceMs: 100 },
  );
  await listen(server);
  const reader = open(server);
  reader.socket.pause().write(ask);
  await eventually(async () => expect(sent?.destroyed).toBe(true));
});

it('closes the connections of an address beyond its number, and lets it open others when some are closed', async () => {
  const server = createHttpServer((_request, response) => response.end('here'));
  limitConnections(server, 2);
  await listen(server);
  const [first, second] = [open(server), open(server)];
  for (const { socket } of [first, second]) socket.write(ask);
  await eventually(async () =>
    expect([first, second].map(({ received }) => received.includes('here'))).toEqual([true, true]),
  );
  const third = open(server);
  await eventually(async () => expect(third.isClosed).toBe(true));
  const other = open(server, '127.0.0.9');
  other.socket.write(ask);
  await eventually(async () => expect(other.received).toContain('here'));
  first.socket.destroy();
  await eventually(async () => expect(await countOpen(server)).toBe(2));
  const again = open(server);
  again.socket.write(ask);
  await eventually(async () => expect(again.received).toContain('here'));
});
