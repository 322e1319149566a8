import swagger from '@fastify/swagger';
import { ERRORS } from '@oyna/domain/errors';
import type { FastifyInstance } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import { registerReference } from './api-reference.ts';

/** The named schemas of the two documents: one of the store, one of the operators' console. */
const named: Record<DocumentName, TSchema[]> = { store: [], console: [] };

type DocumentName = 'store' | 'console';

/** Gives a schema a name in the document of the store and returns a reference to it that keeps its type. */
export const component = <T extends TSchema>(name: string, schema: T) => addComponent('store', name, schema);

/** The same for the document of the console. */
export const consoleComponent = <T extends TSchema>(name: string, schema: T) => addComponent('console', name, schema);

function addComponent<T extends TSchema>(document: DocumentName, name: string, schema: T) {
  named[document].push({ $id: name, ...schema });
  return Type.Unsafe<Static<T>>({ $ref: `${name}#` });
}

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const Time = Type.String({ format: 'date-time' });
/** The answer of a call that returns no data. */
export const Nothing = Type.Null({ description: 'Nothing' });

const ERROR_FIELDS = {
  message: Type.String(),
  code: Type.Enum(Object.keys(ERRORS)),
  requestId: Type.String({ minLength: 21, maxLength: 21 }),
  field: Type.Optional(Type.String({ description: 'The parameter at fault' })),
  productIds: Type.Optional(Type.Array(Type.Integer(), { description: 'The products of which too few are left' })),
};
const ErrorBody = component('Error', Type.Object(ERROR_FIELDS));
const current = Type.Optional(Type.Unknown({ description: 'The present state, with changed-meanwhile' }));
consoleComponent('Error', Type.Object({ ...ERROR_FIELDS, current }));

/** Every route may respond with these. The body has always the same shape. */
export const errorResponses = { '4xx': ErrorBody, '5xx': ErrorBody };

type SecurityScheme = { description: string } & (
  | { type: 'http'; scheme: string }
  | { type: 'apiKey'; in: 'cookie'; name: string }
);

/** What one document says besides its routes. */
interface DocumentOptions {
  document: DocumentName;
  title: string;
  url: string;
  description: string;
  securitySchemes: Record<string, SecurityScheme>;
  tags: { name: string; description: string }[];
}

/** Describes the routes that are registered after it. */
export async function describeApi(server: FastifyInstance, options: DocumentOptions): Promise<void> {
  const { document, title, url, description, securitySchemes, tags } = options;
  for (const schema of named[document]) server.addSchema(schema);
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1', description },
      servers: [{ url }],
      components: { securitySchemes },
      tags,
    },
    // A parameter with a default is required in the schema, because handlers always receive it. Clients may omit it.
    transformObject: (documents) =>
      JSON.parse(JSON.stringify('openapiObject' in documents ? documents.openapiObject : {}), (_key, value) =>
        value?.in === 'query' && value.schema?.default !== undefined ? { ...value, required: false } : value,
      ),
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => String(json['$id'] ?? `part-${index}`) },
  });
}

/** The document of the store and the page about it. */
export async function registerOpenApi(server: FastifyInstance, { title, url }: { title: string; url: string }) {
  await describeApi(server, {
    document: 'store',
    title,
    url,
    description:
      'Prices are integer US cents; a rate is units per 1 USD. Errors are {message, code, requestId, field, productIds}.',
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'The token that POST /account/login returns' },
      guest: { type: 'http', scheme: 'bearer', description: 'The token that POST /api/v1/guest returns' },
    },
    tags: [
      { name: 'catalogue', description: 'Games, offers, search' },
      { name: 'currency', description: 'Currencies and rates' },
      { name: 'content', description: 'Countries and news' },
      { name: 'accounts', description: 'Sign-in, profile, sessions' },
      { name: 'favourites', description: 'Favourite games' },
      { name: 'gifts', description: 'A bought key for another person' },
      { name: 'alerts', description: 'Messages about prices, stock and ends of discounts' },
      { name: 'reviews', description: 'Reviews by customers who opened a key' },
      { name: 'basket', description: 'Baskets and promo codes' },
      { name: 'payment', description: 'Payment methods, payments and notifications of providers' },
      { name: 'top-up', description: 'Top-ups of game accounts: price, order, status' },
      { name: 'delivery', description: 'Keys that were bought' },
      { name: 'history', description: 'Orders' },
      { name: 'guests', description: 'Buying without an account, and the links to such orders' },
      { name: 'notifications', description: 'Messages about orders and favourites' },
    ],
  });
  server.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(server.swagger()),
  );
  registerReference(server, title);
}
