import type { FastifyInstance } from 'fastify';
import { openSpan } from '../platform/tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span?: NonNullable<ReturnType<typeof openSpan>>;
  }
}

/**
 * A span of each request that reaches a route, named by the route and never by the address. Cached responses have none. A
 * `traceparent` of a client is not believed: a stranger could join its requests to the trace of another.
 */
export function registerTraces(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const attributes = { 'http.request.method': method, 'http.route': route, 'oyna.request.id': request.id };
    const span = openSpan({ name: `${method} ${route}`, kind: 'server', attributes });
    if (!span) return done();
    request.span = span;
    span.enter(done);
  });
  // The body is read by events of the socket, which are outside of the span.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.enter(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.raw.statusCode;
    request.span?.end({ 'http.response.status_code': status }, status >= 500);
    done();
  });
}
