import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../apps/server/src/testing/free-port.ts';

/** What the HAProxy of the cluster does while the database is away. A machine without HAProxy skips this file. */

const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`;
const isMissing = spawnSync('haproxy', ['-v'], { env: { PATH }, stdio: 'ignore' }).error !== undefined;

/** The requests that reached a node. */
const reached: string[] = [];
const nodes: Server[] = [];
let haproxy: ChildProcess;
let folder = '';
let url = '';

/** A web node without a database, which has kept the answers to some addresses. */
async function startNode(name: string, kept: readonly string[]): Promise<number> {
  const node = createServer((request, response) => {
    const { method, url: address = '' } = request;
    if (address.startsWith('/health/')) return void response.writeHead(address === '/health/live' ? 200 : 503).end();
    reached.push(`${method} ${address}`);
    const isKept = method === 'GET' && kept.includes(address);
    response.writeHead(isKept ? 200 : 503).end(name);
  });
  nodes.push(node);
  await once(node.listen(0, '127.0.0.1'), 'listening');
  return (node.address() as AddressInfo).port;
}

async function ask(address: string, method = 'GET'): Promise<string> {
  const response = await fetch(url + address, { method });
  return `${response.status} ${await response.text()}`;
}

describe.skipIf(isMissing)('while no node reaches the database', () => {
  beforeAll(async () => {
    const ports = [await startNode('one', ['/', '/catalog']), await startNode('two', ['/'])];
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const text = readFileSync(new URL('../../deploy/cluster/haproxy.cfg', import.meta.url), 'utf8')
      // Only the way to the web nodes.
      .replace(/# DATABASE_URL[\s\S]*/, '')
      .replace('127.0.0.1:8404', `127.0.0.1:${await freePort()}`)
      .replace(/\$\{WEB([12])_ADDRESS\}:3000/g, (_, number: string) => `127.0.0.1:${ports[Number(number) - 1]}`);
    folder = mkdtempSync(join(tmpdir(), 'oyna-haproxy-'));
    const config = join(folder, 'haproxy.cfg');
    writeFileSync(config, text);
    const env = { PATH, PROXY_ADDRESS: '127.0.0.1', PUBLIC_PORT: String(port) };
    haproxy = spawn('haproxy', ['-db', '-f', config], { env, stdio: 'ignore' });
    // Until both nodes have failed the check.
    await vi.waitFor(
      async () => {
        for (let turn = 0; turn < 4; turn++) expect(await ask('/catalog')).toBe('200 one');
      },
      { timeout: 20_000, interval: 100 },
    );
    reached.length = 0;
  }, 30_000);
  afterAll(async () => {
    haproxy?.kill('SIGKILL');
    for (const node of nodes) node.close().closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  it('a page that one node has not kept comes from the other', async () => {
    for (let turn = 0; turn < 6; turn++) expect(await ask('/catalog')).toBe('200 one');
    reached.length = 0;
    // Both have this one, so neither is asked twice.
    for (let turn = 0; turn < 6; turn++) expect(await ask('/')).toMatch(/^200 /);
    expect(reached).toEqual(Array(6).fill('GET /'));
  });

  it('both are asked once for what neither has', async () => {
    reached.length = 0;
    expect(await ask('/catalog/1001')).toMatch(/^503 /);
    expect(reached).toEqual(['GET /catalog/1001', 'GET /catalog/1001']);
  });

  it.each([
    ['POST', '/api/v1/payment/robokassa/1'],
    ['GET', '/api/v1/user/info'],
    ['GET', '/account/logout'],
  ])('%s %s is sent once', async (method, address) => {
    reached.length = 0;
    expect(await ask(address, method)).toMatch(/^503 /);
    expect(reached).toEqual([`${method} ${address}`]);
  });
});
