import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, ERRORS, type ErrorCode } from '@oyna/domain/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../platform/database/postgres-errors.ts';

/** The only place that knows HTTP statuses. The type requires a status for every code. */
const STATUS: Record<ErrorCode, number> = {
  'steam-login-invalid': 400,
  'steam-amount-invalid': 400,
  'steam-error': 502,
  'pubg-uid-invalid': 400,
  'pubg-amount-invalid': 400,
  'pubg-payment-method-invalid': 400,
  'pubg-error': 502,
  'basket-id-missing': 404,
  'payment-text3': 502,
  'not-payed': 402,
  'promocode-error': 400,
  'name-err': 400,
  'surname-err': 400,
  'pass-err': 400,
  'password-invalid': 400,
  'password-common': 400,
  'password-personal': 400,
  'proof-needed': 403,
  'email-invalid': 400,
  'auth-error': 401,
  'not-authorized': 401,
  'login-invalid': 400,
  'login-taken': 409,
  'email-taken': 409,
  'phone-invalid': 400,
  'country-invalid': 400,
  'birth-date-invalid': 400,
  'password-wrong': 400,
  'password-mismatch': 400,
  'payment-method-invalid': 400,
  'avatar-type-invalid': 415,
  'avatar-broken': 400,
  'card-number-empty': 400,
  'card-number-invalid': 400,
  'card-expiry-empty': 400,
  'card-expiry-invalid': 400,
  'card-cvv-empty': 400,
  'card-cvv-invalid': 400,
  'card-holder-empty': 400,
  'card-holder-invalid': 400,
  'topic-invalid': 400,
  'message-invalid': 400,
  'review-rating-invalid': 400,
  'review-nickname-invalid': 400,
  'review-text-invalid': 400,
  'review-link': 400,
  'date-range-invalid': 400,
  'count-invalid': 400,
  'basket-frozen': 409,
  'basket-full': 409,
  'basket-empty': 409,
  'out-of-stock': 409,
  'too-many-held': 409,
  'network-holds-too-many': 429,
  'price-unavailable': 409,
  'state-conflict': 409,
  'idempotency-conflict': 409,
  'account-not-found': 404,
  'quote-expired': 409,
  'activation-not-confirmed': 409,
  'key-is-gift': 409,
  'gift-opened': 409,
  'gift-not-yet': 409,
  'gift-name-invalid': 400,
  'gift-message-invalid': 400,
  'gift-day-invalid': 400,
  'review-not-buyer': 403,
  'alert-price-met': 409,
  'alert-in-stock': 409,
  'alert-limit': 409,
  'alert-mail-unconfirmed': 409,
  'review-key-unopened': 403,
  'review-exists': 409,
  'review-own': 403,
  'region-not-supported': 400,
  'code-invalid': 400,
  'account-needed': 403,
  'account-blocked': 403,
  'sign-in-failed': 401,
  'permission-missing': 403,
  'second-factor-needed': 403,
  'second-factor-stale': 403,
  'second-factor-invalid': 400,
  'changed-meanwhile': 409,
  'operator-limit': 403,
  'cross-site': 403,
  'network-refused': 403,
  'invitation-invalid': 410,
  'batch-in-use': 409,
  'key-lines-refused': 409,
  'approval-needed': 409,
  'approval-own': 403,
  'approval-alone': 409,
  'approval-expired': 410,
  'approval-void': 409,
  'approval-waiting': 409,
  'role-in-use': 409,
  'last-second-factor': 409,
  'last-owner': 409,
  'picture-type-invalid': 415,
  'picture-broken': 400,
  'picture-size-invalid': 400,
  'draft-incomplete': 400,
  'catalogue-file-invalid': 400,
  'gallery-full': 409,
  'invalid-parameter': 400,
  'not-found': 404,
  'method-not-allowed': 405,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'too-many-requests': 429,
  unavailable: 503,
  'provider-unavailable': 502,
  internal: 500,
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The request failed because the database is away. A kept response may be sent in place of the error. */
    isDatabaseAway?: boolean;
  }
}

interface ErrorBody {
  message: string;
  code: ErrorCode;
  requestId: string;
  field?: string;
  productIds?: readonly number[];
  current?: object;
}

/** The codes for errors of Fastify itself. */
const BY_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'invalid-parameter',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'payload-too-large',
  414: 'invalid-parameter',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
  431: 'invalid-parameter',
  503: 'unavailable',
};

function describe(error: FastifyError | AppError | Error): { code: ErrorCode; message: string; field?: string } {
  if (error instanceof AppError) {
    return { code: error.code, message: error.message, ...(error.field ? { field: error.field } : {}) };
  }
  const fault = 'validation' in error ? error.validation?.[0] : undefined;
  if (fault) {
    const missing = fault.params['missingProperty'];
    const field = String(missing ?? fault.instancePath.slice(1).replaceAll('/', '.'));
    const allowed = fault.params['allowedValues'];
    const wanted = Array.isArray(allowed)
      ? `must be one of ${allowed.join(', ')}`
      : // A regular expression does not help a reader.
        fault.keyword === 'pattern'
        ? 'has the wrong format'
        : fault.message;
    return { code: 'invalid-parameter', message: missing ? `${field} is required` : `${field} ${wanted}`, field };
  }
  if (isDatabaseAway(error)) return { code: 'unavailable', message: ERRORS.unavailable.message };
  const status = 'statusCode' in error ? error.statusCode : undefined;
  const code = (status !== undefined && BY_STATUS[status]) || 'internal';
  return { code, message: ERRORS[code].message };
}

export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
}

/** `renderPage` returns HTML for a browser, or undefined for the usual JSON. */
export function sendError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  renderPage?: (code: ErrorCode, request: FastifyRequest) => string | undefined,
): FastifyReply {
  // A library may throw a value that is not an Error.
  const { code, message, field } = describe(error instanceof Error ? error : new Error(String(error)));
  const status = STATUS[code];
  if (isDatabaseAway(error)) request.isDatabaseAway = true;
  if (status >= 500) request.log.error({ err: error, code }, 'request failed');
  const retryAfter = status === 503 ? 2 : error instanceof AppError && error.details?.['retryAfterSeconds'];
  if (retryAfter) reply.header('retry-after', String(retryAfter));
  reply.status(status).header('cache-control', 'no-store');
  const page = renderPage?.(code, request);
  if (page !== undefined) return reply.type('text/html; charset=utf-8').send(page);
  const { productIds, current } = error instanceof AppError ? error : {};
  const body: ErrorBody = {
    message,
    code,
    requestId: request.id,
    ...(field && { field }),
    ...(productIds && { productIds }),
    ...(current && { current }),
  };
  return reply.type('application/json').send(body);
}

const CLIENT_ERROR_STATUS: Partial<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** For input that is not HTTP. There is no request yet, so the response is written to the socket. */
export function answerClientError(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = CLIENT_ERROR_STATUS[error.code ?? ''] ?? 400;
  const code = 'invalid-parameter';
  const body = JSON.stringify({ message: ERRORS[code].message, code, requestId } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  closeSoon(socket);
}

/** How long the client may take to read the response and to close the connection. */
const CLOSE_AFTER_MS = 1_000;

/** A socket that is only ended stays open until the client closes it, which may be never. */
function closeSoon(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), CLOSE_AFTER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** For addresses under /api and others without a page. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body: ErrorBody = { message: ERRORS['not-found'].message, code: 'not-found', requestId: request.id };
  return reply.status(STATUS['not-found']).header('cache-control', 'no-store').send(body);
}
