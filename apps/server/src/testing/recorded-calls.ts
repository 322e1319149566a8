import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/**
 * Which writes of the console have left their audit entry in some test. Each worker adds its calls to a file, and the end of a run of
 * all tests compares them with the routes.
 */

/** Writes that record nothing, because they change nothing that lasts. */
export const UNRECORDED = [
  'POST /api/v1/catalogue/import/check',
  'POST /api/v1/claims/policy/simulation',
  'POST /api/v1/key-imports/check',
  'POST /api/v1/orders/{orderId}/refunds/preview',
  'POST /api/v1/prices/preview',
  'POST /api/v1/profile/passkeys/options',
  'POST /api/v1/profile/totp',
  'POST /api/v1/search',
  'POST /api/v1/session/passkey-options',
];

/** Calls of a person who is not signed in yet, or is not any more. `operators.test.ts` reads their entries. */
const WITHOUT_SESSION = [
  'DELETE /api/v1/session',
  'POST /api/v1/invitation/accept',
  'POST /api/v1/invitation/look',
  'POST /api/v1/session',
  'POST /api/v1/session/second-factor',
];

const CALLS = 'recorded-calls';
const ROUTES = 'console-routes.json';

const known = new WeakMap<FastifyInstance, string[]>();

/** Empty for a server that is not the console. Kept, because the document is built anew for each call. */
function listWrites(server: FastifyInstance): string[] {
  const writes = known.get(server) ?? readWrites(server);
  known.set(server, writes);
  return writes;
}

function readWrites(server: FastifyInstance): string[] {
  const paths = server.hasDecorator('swagger') ? server.swagger().paths : {};
  const routes = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return routes.filter((route) => !route.startsWith('GET '));
}

/** The route of a call. One with fewer parameters is meant before one with more. */
function routeOf(routes: readonly string[], call: string): string | undefined {
  const parameters = (route: string) => route.split('{').length;
  return routes
    .toSorted((a, b) => parameters(a) - parameters(b))
    .find((route) => new RegExp(`^${route.replace(/\{[^}]*\}/g, '[^/]+')}$`).test(call));
}

/** Whether this call has to leave an audit entry. */
export function isRecorded(server: FastifyInstance, method: string, url: string): boolean {
  const route = routeOf(listWrites(server), `${method} ${url.split('?')[0]}`);
  return route === undefined || !UNRECORDED.includes(route);
}

export function noteRecordedCall(folder: string, server: FastifyInstance, method: string, url: string): void {
  const writes = listWrites(server);
  if (writes.length === 0) return;
  mkdirSync(join(folder, CALLS), { recursive: true });
  writeFileSync(join(folder, ROUTES), JSON.stringify(writes));
  appendFileSync(join(folder, CALLS, String(process.pid)), `${method} ${url.split('?')[0]}\n`);
}

/** Adds the calls of one run to those of others. A file that failed and runs again has the calls that its first run lacks. */
export function keepRecordedCalls(folder: string, kept: string): void {
  if (!existsSync(join(folder, ROUTES))) return;
  mkdirSync(join(kept, CALLS), { recursive: true });
  copyFileSync(join(folder, ROUTES), join(kept, ROUTES));
  const number = readdirSync(join(kept, CALLS)).length;
  for (const name of readdirSync(join(folder, CALLS))) {
    copyFileSync(join(folder, CALLS, name), join(kept, CALLS, `${number}-${name}`));
  }
}

/** The writing routes that no test has called with success. */
export function listUntestedWrites(folder: string): string[] {
  const routes: string[] = JSON.parse(readFileSync(join(folder, ROUTES), 'utf8'));
  const files = readdirSync(join(folder, CALLS)).map((name) => readFileSync(join(folder, CALLS, name), 'utf8'));
  const calls = new Set(files.flatMap((file) => file.split('\n')));
  const called = new Set([...calls].map((call) => routeOf(routes, call)));
  return routes.filter(
    (route) => !called.has(route) && !UNRECORDED.includes(route) && !WITHOUT_SESSION.includes(route),
  );
}
