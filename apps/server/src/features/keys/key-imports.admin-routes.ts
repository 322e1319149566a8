import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { KEY_CHUNK_LINES } from '@oyna/domain/key-file';
import Type from 'typebox';
import { isoDates } from '../../http/iso-dates.ts';
import { errorResponses } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import { Uuid } from '../../http/uuid.ts';
import { CommittedChunk, KeyImportDetails, KeyLines, RejectedLine } from './key-imports.schemas.ts';
import type { KeyImportsService } from './key-imports.service.ts';

const tags = ['stock'];
const ProductId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const ImportParameter = Type.Object({ id: Uuid });
const ChunkParameter = Type.Object({
  id: Uuid,
  chunk: Type.Integer({ minimum: 0, maximum: 9_999 }),
});
const Format = Type.Enum(['platform', 'any'] as const);
const Name = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
/** A thousand keys of the greatest length, each letter escaped. */
const CHUNK_BYTES = 4 * 1024 * 1024;

const Order = Type.Object({
  productId: ProductId,
  fileName: Name(200),
  supplier: Name(100),
  costCents: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  format: Format,
  stopsAtBad: Type.Boolean(),
  lineCount: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  chunkCount: Type.Integer({ minimum: 1, maximum: 10_000 }),
  leftOut: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
});

export const keyImportsAdminRoutes: FastifyPluginAsyncTypebox<{ imports: KeyImportsService }> = async (
  app,
  { imports },
) => {
  app.post(
    '/api/v1/key-imports/check',
    {
      bodyLimit: CHUNK_BYTES,
      schema: {
        tags,
        security: operators('keys:import'),
        summary: 'List the lines that an import would refuse, without storing anything',
        body: Type.Object({ productId: ProductId, format: Format, lines: KeyLines(KEY_CHUNK_LINES) }),
        response: { 200: Type.Object({ rejected: Type.Array(RejectedLine) }), ...errorResponses },
      },
    },
    async (request) => {
      const { productId, format, lines } = request.body;
      return { rejected: await imports.check(productId, { kind: format }, lines) };
    },
  );

  app.get(
    '/api/v1/key-imports/:id',
    {
      schema: {
        tags,
        security: operators('keys:import'),
        summary: 'Show how far an import is, and the lines that were skipped',
        params: ImportParameter,
        response: { 200: KeyImportDetails, ...errorResponses },
      },
    },
    async (request) => isoDates(await imports.get(request.params.id)),
  );

  app.put(
    '/api/v1/key-imports/:id',
    {
      schema: {
        tags,
        security: operators('keys:import'),
        summary: 'Announce a file of keys. The same request again changes nothing',
        params: ImportParameter,
        body: Order,
        response: { 200: KeyImportDetails, ...errorResponses },
      },
    },
    async (request) => {
      const order = { ...request.body, supplier: request.body.supplier.trim() };
      return isoDates(await imports.begin(actorOf(request), request.params.id, order));
    },
  );

  app.put(
    '/api/v1/key-imports/:id/chunks/:chunk',
    {
      bodyLimit: CHUNK_BYTES,
      schema: {
        tags,
        security: operators('keys:import'),
        summary: 'Import one chunk of the file. A chunk that is committed already changes nothing',
        params: ChunkParameter,
        body: Type.Object({ lines: KeyLines(KEY_CHUNK_LINES) }),
        response: { 200: CommittedChunk, ...errorResponses },
      },
    },
    async (request) => {
      const { id, chunk } = request.params;
      return isoDates(await imports.commitChunk(actorOf(request), id, chunk, request.body.lines));
    },
  );

  app.post(
    '/api/v1/key-imports/:id/cancel',
    {
      schema: {
        tags,
        security: operators('keys:import'),
        summary: 'End an import that is not finished. The keys that are imported stay',
        params: ImportParameter,
        response: { 200: KeyImportDetails, ...errorResponses },
      },
    },
    async (request) => isoDates(await imports.cancel(actorOf(request), request.params.id)),
  );
};
