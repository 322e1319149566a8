/** Top-up suppliers over HTTP: JSON both ways and a key in the header. */
import { TopUpSupplierError } from './top-up-supplier.ts';
import { ask, type Connection, type WireAnswer } from './wire.request.ts';
import { quote, readJsonObject } from './wire.ts';

export interface SupplierConnection extends Connection {
  apiKey: string;
}

export interface SupplierAnswer extends WireAnswer {
  body: Record<string, unknown>;
}

interface SupplierRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  /** Already serialised, because some numbers must not become binary floats. */
  json?: string;
}

/** Late or busy: the request may still be processed. */
const UNDECIDED = [408, 425, 429];
/** Only the operator can resolve these. */
const NOT_ALLOWED = [401, 403];

export async function askSupplier(
  connection: SupplierConnection,
  { method, path, headers, json }: SupplierRequest,
  signal?: AbortSignal,
): Promise<SupplierAnswer> {
  const answer = await ask(
    connection,
    {
      method,
      path,
      headers: {
        'x-api-key': connection.apiKey,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: json }),
    },
    (message, options) => new TopUpSupplierError('unknown', message, options),
    signal,
  );
  const body = readJsonObject(answer.text);
  const isDecided = isSuccess(answer) || (answer.status >= 400 && answer.status < 500);
  if (!body || !isDecided || UNDECIDED.includes(answer.status)) throw unreadable(connection, answer);
  if (NOT_ALLOWED.includes(answer.status)) throw refused(connection, answer);
  return { ...answer, body };
}

export function isSuccess({ status }: WireAnswer): boolean {
  return status >= 200 && status < 300;
}

/** The answer is unreadable, so the result is unknown. */
export function unreadable({ provider }: Connection, { status, text }: WireAnswer): TopUpSupplierError {
  return new TopUpSupplierError('unknown', `${provider} answered HTTP ${status} with ${quote(text)}`);
}

export function refused({ provider }: Connection, { status, text }: WireAnswer): TopUpSupplierError {
  return new TopUpSupplierError('refused', `${provider} refused with HTTP ${status}: ${quote(text)}`);
}

/** Dollars as US cents, rounded up: "0.881" is 89. Undefined for zero and for anything that is not an amount. */
export function readCost(value: unknown): number | undefined {
  const [, whole, fraction = ''] = (typeof value === 'string' && /^(\d{1,9})(?:\.(\d{1,20}))?$/.exec(value)) || [];
  if (whole === undefined) return undefined;
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  const rest = /[^0]/.test(fraction.slice(2)) ? 1 : 0;
  return cents + rest || undefined;
}
