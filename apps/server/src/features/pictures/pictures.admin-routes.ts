import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PICTURE_MAX_BYTES } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import Type from 'typebox';
import { consoleComponent, errorResponses } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import { OWNERS, type OwnerId, PLACES } from './picture-owners.ts';
import type { PicturesService } from './pictures.service.ts';

const tags = ['catalogue'];
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Percent = Type.Integer({ minimum: 0, maximum: 100 });
const Alt = Type.String({ maxLength: 300, pattern: '^[^\\u0000]*$' });
const fields = {
  focal: Type.Object({ x: Percent, y: Percent }, { description: 'What every crop keeps, in percent' }),
  alt: Type.Object({ ru: Alt, en: Alt, kz: Alt }),
};

const Picture = consoleComponent(
  'Picture',
  Type.Object({
    id: Id,
    place: Type.Enum(PLACES),
    address: Type.String({ description: 'Other variants and sizes are beside it' }),
    width: Type.Integer(),
    height: Type.Integer(),
    ...fields,
    version: Type.Integer(),
  }),
);
const Pictures = Type.Object({ items: Type.Array(Picture, { description: 'The cover first, then the gallery' }) });
const OwnerParameter = Type.Object({ owner: Type.Enum(OWNERS), ownerId: Id });
const PictureParameter = Type.Object({ id: Id });
const Version = Type.Integer({ minimum: 0, description: 'The version that the operator has seen' });

export const picturesAdminRoutes: FastifyPluginAsyncTypebox<{ pictures: PicturesService }> = async (
  app,
  { pictures },
) => {
  const list = async (owner: OwnerId) => ({ items: await pictures.list(owner) });

  // The body is the file itself: a form of another site can send multipart data, but not this content type.
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: PICTURE_MAX_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.get(
    '/api/v1/pictures/:owner/:ownerId',
    {
      schema: {
        tags,
        security: operators('content:read'),
        summary: 'List the uploaded pictures of a game, a news item or a category',
        params: OwnerParameter,
        response: { 200: Pictures, ...errorResponses },
      },
    },
    (request) => list(request.params),
  );

  app.post(
    '/api/v1/pictures/:owner/:ownerId',
    {
      bodyLimit: PICTURE_MAX_BYTES,
      schema: {
        tags,
        security: operators('content:write'),
        summary: 'Upload a picture: a JPEG, PNG, WebP or AVIF file of at most 10 MB as the body',
        params: OwnerParameter,
        querystring: Type.Object({
          place: Type.Enum(PLACES),
          seenVersion: Type.Integer({
            minimum: 0,
            default: 0,
            description: 'The version of the cover that the new one replaces; 0 without one',
          }),
        }),
        consumes: ['application/octet-stream'],
        response: { 200: Pictures, ...errorResponses },
      },
    },
    async (request) => {
      const { params, body } = request;
      const { owner, ownerId } = params;
      const { place, seenVersion } = request.query;
      if (!Buffer.isBuffer(body)) throw new AppError('picture-type-invalid');
      await pictures.upload(actorOf(request), { owner, ownerId, place, seenVersion }, body);
      return list(params);
    },
  );

  app.put(
    '/api/v1/pictures/:owner/:ownerId/order',
    {
      schema: {
        tags,
        security: operators('content:write'),
        summary: 'Put the pictures of a gallery into another order',
        params: OwnerParameter,
        body: Type.Object({ ids: Type.Array(Id, { maxItems: 50, uniqueItems: true }) }),
        response: { 200: Pictures, ...errorResponses },
      },
    },
    async (request) => {
      await pictures.arrange(actorOf(request), request.params, request.body.ids);
      return list(request.params);
    },
  );

  app.put(
    '/api/v1/pictures/:id',
    {
      schema: {
        tags,
        security: operators('content:write'),
        summary: 'Change the focal point of a picture and what it says to people who do not see it',
        params: PictureParameter,
        body: Type.Object({ version: Version, ...fields }),
        response: { 200: Pictures, ...errorResponses },
      },
    },
    async (request) => {
      const { version, focal, alt } = request.body;
      return list(await pictures.change(actorOf(request), { id: request.params.id, version }, { focal, alt }));
    },
  );

  app.delete(
    '/api/v1/pictures/:id',
    {
      schema: {
        tags,
        security: operators('content:write'),
        summary: 'Remove a picture. Without a cover the store shows a generated one',
        params: PictureParameter,
        querystring: Type.Object({ version: Version }),
        response: { 200: Pictures, ...errorResponses },
      },
    },
    async (request) => {
      const { version } = request.query;
      return list(await pictures.remove(actorOf(request), { id: request.params.id, version }));
    },
  );
};
