import type { Client } from 'openapi-fetch';
import { type ApiClientOptions, createApiClient } from './client.ts';
import type { components, paths } from './console.gen.ts';

export type ConsoleClient = Pick<Client<paths>, 'GET' | 'POST' | 'PUT' | 'DELETE'>;

/** The shapes of answers: `ConsoleSchemas['Session']`. */
export type ConsoleSchemas = components['schemas'];

/** The same calls as the storefront's, typed by the document of the console. */
export const createConsoleClient = createApiClient as unknown as (options: ApiClientOptions) => ConsoleClient;
