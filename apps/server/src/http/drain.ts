import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;
const LIMIT_MS = 20_000;

/**
 * Returns what closes the server: nothing new comes in, every request that did is answered, and the connections go.
 * Browsers hold connections on which they ask nothing any more, or nothing yet; a plain `close()` waits for those for
 * more than a minute, or for ever.
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
