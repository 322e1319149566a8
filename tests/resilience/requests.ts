import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../apps/server/src/platform/database/connection.ts';
import { createMembers } from '../../apps/server/src/testing/test-member.ts';
import { signInBench } from '../../bench/console-session.ts';
import { checkReply, makeOddity, sendOddity } from './raw-oddities.ts';
import { type ApiDocument, createRequestMaker, type MutatedRequest } from './request-mutations.ts';
import { forEachConcurrently, type ShopAccess } from './test-environment.ts';

export interface RequestsOptions {
  requests: number;
  oddities: number;
  seed: number;
  atOnce: number;
}

export interface RequestsResult {
  /** How many requests were answered with each class of status. */
  answers: Record<string, number>;
  /** Empty if no response was 5xx, every socket got a response, and ordinary requests work afterwards. */
  faults: string[];
}

const MEMBERS = 20;

/** Sends slightly wrong requests and malformed bytes, all drawn from the seed. */
export async function sendRequests(
  { url, database }: Pick<ShopAccess, 'url' | 'database'>,
  { requests, oddities, seed, atOnce }: RequestsOptions,
): Promise<RequestsResult> {
  const random = createRandom(seed);
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as ApiDocument;
  const members = await createMembers({ database }, MEMBERS);
  const makeRequest = createRequestMaker(
    document,
    members.map(({ token }) => token),
    random,
  );
  const { answers, faults } = await sendAll(url, Array.from({ length: requests }, makeRequest), atOnce);
  const port = Number(new URL(url).port);
  const shapes = Array.from({ length: oddities }, () => makeOddity(random));
  await forEachConcurrently(shapes, atOnce, async (oddity) => {
    const fault = checkReply(oddity, await sendOddity(port, oddity));
    if (fault) faults.push(`${fault} to ${JSON.stringify(oddity.pieces.map(String).join('').slice(0, 300))}`);
  });
  for (const path of ['/health/ready', '/api/v1/products', '/']) {
    const { status } = await fetch(url + path).catch((error: unknown) => ({ status: String(error) }));
    if (status !== 200) faults.push(`afterwards ${path} returns ${status}`);
  }
  return { answers, faults };
}

/** They end the session of the operator, or never end. */
const LEFT_OUT = /^\/api\/v1\/(session|live|profile\/(sessions|password))/;

/** Sends slightly wrong requests of an operator to every operation of the console, drawn from the seed. */
export async function sendConsoleRequests(
  { server, database }: { server: FastifyInstance; database: Database },
  { requests, seed, atOnce }: Omit<RequestsOptions, 'oddities'>,
): Promise<RequestsResult> {
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const { paths, components } = server.swagger() as unknown as ApiDocument;
  const tried = Object.entries(paths).filter(([path]) => !LEFT_OUT.test(path));
  const document = { paths: Object.fromEntries(tried), ...(components && { components }) };
  const makeRequest = createRequestMaker(document, [], createRandom(seed));
  const operator = await signInBench(database);
  const made = Array.from({ length: requests }, () => {
    const request = makeRequest();
    return { ...request, headers: { ...request.headers, ...operator, 'idempotency-key': randomUUID() } };
  });
  const sent = await sendAll(url, made, atOnce);
  // A node with few database connections may be busy, as the soak allows.
  const busy = sent.faults.filter((fault) => fault.startsWith('503:'));
  const faults = busy.length > requests / 100 ? sent.faults : sent.faults.filter((fault) => !busy.includes(fault));
  const { status } = await fetch(`${url}/api/v1/today`, { headers: operator });
  if (status !== 200) faults.push(`afterwards the operator gets ${status}`);
  return { answers: sent.answers, faults };
}

/** Sends the requests unchanged and records those with a 5xx or no response. */
export async function sendAll(
  url: string,
  requests: readonly MutatedRequest[],
  atOnce: number,
): Promise<RequestsResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  await forEachConcurrently(requests, atOnce, async (request) => {
    const outcome = await send(url, request, agent).catch((error: unknown) => String(error));
    const kind = typeof outcome === 'number' ? `${Math.floor(outcome / 100)}xx` : 'none';
    answers[kind] = (answers[kind] ?? 0) + 1;
    if (kind === 'none' || kind === '5xx') faults.push(`${outcome}: ${JSON.stringify(request).slice(0, 1_000)}`);
  });
  agent.destroy();
  return { answers, faults };
}

const TIMEOUT_MS = 30_000;

function send(url: string, { method, path, headers, body }: MutatedRequest, agent: Agent): Promise<number> {
  const { hostname, port } = new URL(url);
  // Node omits it for some methods, and the body would then look like the next request.
  const framed = body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { hostname, port, method, path, headers: framed, agent, timeout: TIMEOUT_MS },
      (response) => {
        // The response counts when its body is complete.
        buffer(response).then(() => resolve(response.statusCode ?? 0), reject);
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    // The server may close an idle connection at the moment it is used again. A server that is gone refuses the next one.
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isIdleEnd = sent.reusedSocket && error.code === 'ECONNRESET' && error.message === 'socket hang up';
      if (isIdleEnd) resolve(send(url, { method, path, headers, body }, new Agent()));
      else reject(error);
    });
    sent.end(body);
  });
}
