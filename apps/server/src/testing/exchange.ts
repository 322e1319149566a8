import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';

/** Sends bytes as they are and returns all that comes back. The server must be listening. */
export async function exchange(server: FastifyInstance, bytes: string | Buffer): Promise<string> {
  const address = server.server.address();
  if (typeof address !== 'object' || !address) throw new Error('not listening');
  const socket = connect(address.port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}
