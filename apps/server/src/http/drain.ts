import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;
const LIMIT_MS = 20_000;

/**
 * Returns a function that closes the server: it accepts no new connections, completes the open requests and closes all
 * connections. Browsers keep idle connections open, for which a plain `close()` waits more than a minute or for ever.
 */
export function drainOnClose(server: FastifyInstance): () => Promise<void> {
  let unanswered = 0;
  server.server.on('request', (_request, response) => {
    unanswered++;
    response.once('close', () => unanswered--);
  });
  return async () => {
    const deadline = Date.now() + LIMIT_MS;
    const sweep = setInterval(() => {
      if (unanswered === 0 || Date.now() > deadline) server.server.closeAllConnections();
    }, SWEEP_MS);
    await server.close().finally(() => clearInterval(sweep));
  };
}
