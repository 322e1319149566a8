import { TOP_UP_SUPPLIERS } from '@oyna/providers/top-up-suppliers';
import type { FastifyRequest } from 'fastify';

/** Secrets of sign-ins and of links in mails. They must not be in the log. */
const SECRETS = /([?&](?:code|state|device_id|token)=)[^&#]*/gi;

/** The link of a top-up gives access to it, so the log has only the beginning of its id. */
const SUPPLIERS = TOP_UP_SUPPLIERS.map(({ name }) => name).join('|');
const TOP_UP_LINKS = new RegExp(
  `(/top-up/|/replenishment/(?!(?:options|quote|account|front)(?:[/?]|$))|/callbacks/(?:${SUPPLIERS})/)([^/?]{0,4})[^/?]*`,
  'gi',
);

/** A request as it is logged. */
export function describeRequest(request: FastifyRequest) {
  return {
    method: request.method,
    url: request.url.replaceAll(SECRETS, '$1…').replaceAll(TOP_UP_LINKS, '$1$2…'),
    host: request.host,
    remoteAddress: request.ip,
  };
}
