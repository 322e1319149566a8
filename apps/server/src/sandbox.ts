import { createNationalBankSandbox } from '@oyna/providers/national-bank/national-bank.sandbox';
import type { Sandbox } from '@oyna/providers/sandbox';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

/** The outside world of the demo on a port of its own: every stand-in speaks its provider's real protocol over HTTP. */
export async function buildSandbox(): Promise<FastifyInstance> {
  const server = Fastify({ logger: false, forceCloseConnections: 'idle' });
  const sandboxes: Sandbox[] = [createNationalBankSandbox()];

  // Bodies reach the stand-ins as the bytes that came over the wire: signatures are made of those.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  for (const sandbox of sandboxes) {
    for (const route of sandbox.routes) {
      server.route({
        method: route.method,
        url: `${sandbox.prefix}${route.path}`,
        handler: async (request, reply) =>
          send(reply, await route.handle(toRequest(request), request.params as Record<string, string>)),
      });
    }
  }
  server.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(indexPage(sandboxes)));
  return server;
}

function toRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const url = `http://${request.headers.host ?? 'localhost'}${request.url}`;
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  return new Request(url, { method: request.method, headers, body });
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  response.headers.forEach((value, name) => void reply.header(name, value));
  return reply.status(response.status).send(Buffer.from(await response.arrayBuffer()));
}

function indexPage(sandboxes: Sandbox[]): string {
  const sections = sandboxes.map(({ title, prefix, routes }) => {
    const items = routes.map(({ method, path }) => `<li><code>${method} ${prefix}${path}</code></li>`);
    return `<h2>${title}</h2><ul>${items.join('')}</ul>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stand-ins</title>
<h1>The outside world of the demo</h1>
<p>No real bank, payment service or supplier is called. These answer in their place, by their protocols.</p>${sections.join('')}</html>`;
}
