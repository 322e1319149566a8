import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it came over the wire: not decompressed. */
  body: Buffer;
}

export type Ask = (url: string, headers?: Record<string, string>, method?: string) => Promise<RawAnswer>;

/** Asks without a socket. */
export const askInProcess =
  (server: FastifyInstance): Ask =>
  async (url, headers = {}, method = 'GET') => {
    const answer = await server.inject({ url, headers, method: method as 'GET' });
    return { status: answer.statusCode, headers: answer.headers as IncomingHttpHeaders, body: answer.rawPayload };
  };

/** Asks over a real socket, with no header that was not asked for. The server must be listening. */
export const askOverSocket =
  (server: FastifyInstance): Ask =>
  (url, headers = {}, method = 'GET') => {
    const { port } = server.server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, path: url, method, headers }, (response) => {
        const { statusCode: status = 0, headers: answered } = response;
        buffer(response).then((body) => resolve({ status, headers: answered, body }), reject);
      })
        .on('error', reject)
        .end();
    });
  };
