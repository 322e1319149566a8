import type { Language } from '@oyna/domain/constants';
import type { Client } from 'openapi-fetch';
import { ApiError, readApiError } from './api-error.ts';
import type { paths } from './schema.gen.ts';

export interface ApiClientOptions {
  fetch: (request: Request) => Promise<Response>;
  /** Needed wherever an address must be absolute, which is everywhere but in a browser. */
  baseUrl?: string;
  language: Language;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Typed by the OpenAPI document. Only the types of the library are used: every member's page would load its code. */
export type ApiClient = Pick<Client<paths>, (typeof METHODS)[number]>;

export type ApiCall<Data> = Promise<{ data: Data; error?: never } | { data?: never; error: unknown }>;

type Values = Record<string, unknown>;

interface CallOptions extends Omit<RequestInit, 'body'> {
  params?: { path?: Values; query?: Values; header?: Record<string, string> };
  body?: unknown;
  bodySerializer?: (body: unknown) => NonNullable<RequestInit['body']>;
  parseAs?: 'json' | 'text';
}

/** The language goes into the address, so that an answer depends on its URL alone and caches need not look further. */
export function createApiClient({ fetch, baseUrl = '', language }: ApiClientOptions): ApiClient {
  async function call(method: string, path: string, options: CallOptions = {}) {
    const { params = {}, body, bodySerializer = JSON.stringify, parseAs = 'json', headers, ...rest } = options;
    const request = new Request(
      `${baseUrl}${fillIn(path, params.path)}?${toQuery({ ...params.query, lng: language })}`,
      {
        ...rest,
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...params.header, ...headers },
        ...(body !== undefined && { body: bodySerializer(body) }),
      },
    );
    const response = await fetch(request).catch((error: unknown) => {
      const isAborted = error instanceof DOMException && error.name === 'AbortError';
      throw isAborted ? error : ApiError.unreachable(error);
    });
    if (!response.ok) throw await readApiError(response);
    return { response, data: await read(response, parseAs) };
  }
  const methods = METHODS.map((method) => [method, call.bind(undefined, method)]);
  return Object.fromEntries(methods) as ApiClient;
}

/** Takes the data out of a call: `await answerOf(api.GET('/api/v1/currency'))`. Failures have been thrown by then. */
export async function answerOf<Data>(call: ApiCall<Data>): Promise<Data> {
  const { data } = await call;
  return data as Data;
}

const fillIn = (path: string, values: Values = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

/** Repeats the name for each of several values. */
const toQuery = (values: Values) =>
  Object.entries(values)
    .flatMap(([name, value]) => [value].flat().map((each) => `${name}=${encodeURIComponent(String(each))}`))
    .join('&');

async function read(response: Response, parseAs: 'json' | 'text'): Promise<unknown> {
  if (response.status === 204 || response.headers.get('content-length') === '0') return undefined;
  if (parseAs === 'text') return response.text();
  if (response.headers.has('content-length')) return response.json();
  const text = await response.text();
  return text ? JSON.parse(text) : undefined;
}
