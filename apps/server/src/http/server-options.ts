import {
  type FastifyHttpOptions,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify';
import type { Config } from '../config.ts';
import { answerClientError, sendError } from './errors.ts';
import { describeRequest } from './logged-request.ts';
import { createRequestId } from './request-id.ts';
import { schemaController } from './schema-compilers.ts';
import { lowerCaseKeyword } from './uuid.ts';

const REQUESTS_LOGGED_AT = ['info', 'debug', 'trace'];
const BODY_LIMIT = 256 * 1024;

/** What the server of the store and the server of the console have in common. */
export function serverOptions(
  { logLevel, trustProxy: proxies }: Pick<Config, 'logLevel' | 'trustProxy'>,
  addHeaders: (request: FastifyRequest, reply: FastifyReply) => void,
): FastifyHttpOptions<RawServerDefault> {
  return {
    // Requests are logged only at level info or below. Metrics count all of them.
    logController: new LogController({ disableRequestLogging: !REQUESTS_LOGGED_AT.includes(logLevel) }),
    logger: {
      level: logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { req: describeRequest },
    },
    genReqId: createRequestId,
    trustProxy: typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: true, keywords: [lowerCaseKeyword] } },
    schemaController,
    // A malformed address runs no hooks. Its response gets the same headers as the others.
    frameworkErrors: (error, request, reply) => {
      addHeaders(request, reply);
      sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, createRequestId()),
  };
}
