import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Tracing } from './span.ts';

interface OutgoingRequest {
  origin: string | URL;
  method: string;
}

/**
 * Requests by `fetch`, which reports them on these channels of Node. Only the host is recorded: a path may hold a token.
 * Nothing is added to the request.
 */
export function traceOutgoing(tracing: Tracing, ownOrigin: string): () => void {
  const open = new WeakMap<object, NonNullable<ReturnType<Tracing['open']>>>();
  const handlers: Record<string, (message: unknown) => void> = {
    'undici:request:create'(message) {
      const { request } = message as { request: OutgoingRequest };
      const { origin, host, hostname, port } = new URL(String(request.origin));
      if (origin === ownOrigin) return;
      const attributes = {
        'http.request.method': request.method,
        'server.address': hostname,
        ...(port ? { 'server.port': Number(port) } : {}),
      };
      const span = tracing.open({ name: `${request.method} ${host}`, kind: 'client', attributes });
      if (span) open.set(request, span);
    },
    'undici:request:headers'(message) {
      const { request } = message as { request: object };
      open.get(request)?.end();
      open.delete(request);
    },
    'undici:request:error'(message) {
      const { request, error } = message as { request: object; error: Error };
      open.get(request)?.end({ 'error.type': error.name }, true);
      open.delete(request);
    },
  };
  for (const [name, handle] of Object.entries(handlers)) subscribe(name, handle);
  return () => {
    for (const [name, handle] of Object.entries(handlers)) unsubscribe(name, handle);
  };
}
