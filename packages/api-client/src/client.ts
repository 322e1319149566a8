import type { Language } from '@oyna/domain/constants';
import createClient, { type Client, createQuerySerializer, type Middleware } from 'openapi-fetch';
import { ApiError, readApiError } from './api-error.ts';
import type { paths } from './schema.gen.ts';

export interface ApiClientOptions {
  fetch: (request: Request) => Promise<Response>;
  /** Needed wherever an address must be absolute, which is everywhere but in a browser. */
  baseUrl?: string;
  language: Language;
}

export type ApiClient = Client<paths>;

export type ApiCall<Data> = Promise<{ data: Data; error?: never } | { data?: never; error: unknown }>;

const serializeQuery = createQuerySerializer();

/** The language goes into the address, so that an answer depends on its URL alone and caches need not look further. */
export function createApiClient({ fetch, baseUrl = '', language }: ApiClientOptions): ApiClient {
  const client = createClient<paths>({
    baseUrl,
    fetch,
    querySerializer: (query) => serializeQuery({ ...query, lng: language }),
  });
  client.use(throwFailures);
  return client;
}

/** Takes the data out of a call: `await answerOf(api.GET('/api/v1/currency'))`. Failures have been thrown by then. */
export async function answerOf<Data>(call: ApiCall<Data>): Promise<Data> {
  const { data } = await call;
  return data as Data;
}

const throwFailures: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await readApiError(response);
  },
  onError({ error }) {
    const isAborted = error instanceof DOMException && error.name === 'AbortError';
    return isAborted ? error : ApiError.unreachable(error);
  },
};
