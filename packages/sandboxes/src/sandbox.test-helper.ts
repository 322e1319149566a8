/** Serves a sandbox on a free port, so that a test calls it over real HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sandbox, SandboxRoute } from './sandbox.ts';

export interface ServedSandbox {
  /** What the provider's client takes as its base URL. */
  baseUrl: string;
  /** Path and query of each request so far, in order. */
  requests: string[];
  close(): Promise<void>;
}

export async function serveSandbox(sandbox: Sandbox): Promise<ServedSandbox> {
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(incoming.url ?? '');
    if (sandbox.handler) return sandbox.handler(incoming, outgoing);
    // A client that gives up half-way is part of the tests, so a broken pipe is not a fault here.
    answer(sandbox, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${sandbox.prefix}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(sandbox: Sandbox, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const response = await dispatch(sandbox, await toRequest(incoming));
  if (response.type === 'error') return void outgoing.destroy();
  outgoing.writeHead(response.status, [...response.headers].flat());
  await pipeline(response.body ? Readable.fromWeb(response.body as never) : Readable.from([]), outgoing);
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const method = incoming.method ?? 'GET';
  const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(chunks);
  return new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host}`), { method, headers, body });
}

async function dispatch(sandbox: Sandbox, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  for (const route of sandbox.routes) {
    const params = route.method === request.method && matchPath(`${sandbox.prefix}${route.path}`, pathname);
    if (params) return await runRoute(route, request, params);
  }
  return new Response('Not found', { status: 404 });
}

async function runRoute(route: SandboxRoute, request: Request, params: Record<string, string>): Promise<Response> {
  try {
    return await route.handle(request, params);
  } catch (error) {
    return new Response(String(error), { status: 500 });
  }
}

function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = pathname.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return params;
}
