import type { FastifyRequest } from 'fastify';

/** What a sign-in or the link of a mail brings along. Each is good for one use, but a log is read by many. */
const SECRETS = /([?&](?:code|state|device_id|token)=)[^&#]*/gi;

/** Who has the link of a top-up sees it, so that a log holds only the beginning of its id. */
const TOP_UP_LINKS =
  /(\/top-up\/|\/replenishment\/(?!(?:options|quote|account|front)(?:[/?]|$))|\/callbacks\/g2bulk\/)([^/?]{0,4})[^/?]*/gi;

/** A request as the log tells of it. */
export function describeRequest(request: FastifyRequest) {
  return {
    method: request.method,
    url: request.url.replaceAll(SECRETS, '$1…').replaceAll(TOP_UP_LINKS, '$1$2…'),
    host: request.host,
    remoteAddress: request.ip,
  };
}
