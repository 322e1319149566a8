import type { FastifyRequest } from 'fastify';

/** What a sign-in or the link of a mail brings along. Each is good for one use, but a log is read by many. */
const SECRETS = /([?&](?:code|state|device_id|token)=)[^&#]*/gi;

/** A request as the log tells of it. */
export function describeRequest(request: FastifyRequest) {
  return {
    method: request.method,
    url: request.url.replaceAll(SECRETS, '$1…'),
    host: request.host,
    remoteAddress: request.ip,
  };
}
