import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';

/** The key of a request. A browser repeats it with a repeated request, which is then done once: platform/once.ts. */
export const RequestKeyHeader = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' })),
});

/** For this call alone: the same key at another address, such as that of another order, is another request. */
export function requestKeyOf({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>) {
  const key = headers['idempotency-key'];
  return key === undefined ? undefined : createHash('sha256').update(`${method} ${url} ${key}`).digest('base64url');
}
