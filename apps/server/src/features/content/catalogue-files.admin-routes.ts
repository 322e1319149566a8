import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { errorResponses } from '../../http/openapi.ts';
import { actorOf, operatorOf, operators } from '../../http/operator-auth.ts';
import type { CatalogueFilesService } from '../catalogue/catalogue-files.service.ts';
import type { GroupsService } from '../catalogue/catalogue-groups.service.ts';
import * as schemas from './content.admin-schemas.ts';

interface CatalogueFilesOptions {
  files: CatalogueFilesService;
  groups: GroupsService;
}

const tags = ['catalogue'];
const Version = Type.String({ maxLength: 40, description: 'The version that the operator has seen' });
const TitleText = Type.String({ minLength: 1, maxLength: 60, pattern: '^[^\\u0000]*\\S[^\\u0000]*$' });
const Title = Type.Object({ ru: TitleText, en: TitleText, kz: TitleText });
const MAX_FILE = 20_000_000;
const Files = Type.Object({
  files: Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 200 }),
      content: Type.String({ maxLength: MAX_FILE }),
    }),
    { minItems: 1, maxItems: 20 },
  ),
});
const bodyLimit = 2 * MAX_FILE;

/** The groups of the home page, the categories, and the catalogue as files. */
export const catalogueFilesAdminRoutes: FastifyPluginAsyncTypebox<CatalogueFilesOptions> = async (
  app,
  { files, groups },
) => {
  app.get(
    '/api/v1/catalogue/groups',
    {
      schema: {
        tags,
        security: operators('content:read'),
        summary: 'List the groups of games in their order',
        response: { 200: schemas.Groups, ...errorResponses },
      },
    },
    () => groups.list(),
  );

  app.put(
    '/api/v1/catalogue/groups',
    {
      schema: {
        tags,
        security: operators('content:write'),
        summary: 'Save the groups of games in their order',
        body: Type.Object({
          version: Version,
          groups: Type.Array(
            Type.Object({
              name: Type.String({ minLength: 1, maxLength: 60 }),
              title: schemas.localized(80),
              games: Type.Array(schemas.Id, { maxItems: 200, uniqueItems: true }),
            }),
            { maxItems: 50 },
          ),
        }),
        response: { 200: schemas.Groups, ...errorResponses },
      },
    },
    async (request) => {
      await groups.save(actorOf(request), request.body.version, request.body.groups);
      return groups.list();
    },
  );

  app.get(
    '/api/v1/catalogue/categories',
    {
      schema: {
        tags,
        security: operators('content:read'),
        summary: 'List the categories and the names of the instructions',
        response: { 200: schemas.Categories, ...errorResponses },
      },
    },
    () => groups.listCategories(),
  );

  app.put(
    '/api/v1/catalogue/categories',
    {
      schema: {
        tags,
        security: operators('content:write'),
        summary: 'Save the titles of the categories and their order',
        body: Type.Object({
          version: Version,
          categories: Type.Array(Type.Object({ id: schemas.Id, title: Title }), { maxItems: 200 }),
        }),
        response: { 200: schemas.Categories, ...errorResponses },
      },
    },
    async (request) => {
      await groups.saveCategories(actorOf(request), request.body.version, request.body.categories);
      return groups.listCategories();
    },
  );

  app.post(
    '/api/v1/catalogue/import/check',
    {
      bodyLimit,
      schema: {
        tags,
        security: operators('content:write'),
        summary: 'Compare catalogue files with the store. Nothing is changed',
        body: Files,
        response: { 200: schemas.ImportReport, ...errorResponses },
      },
    },
    (request) => files.check(request.body.files),
  );

  app.post(
    '/api/v1/catalogue/import',
    {
      bodyLimit,
      schema: {
        tags,
        security: operators('content:write', { fresh: true }),
        summary: 'Import catalogue files, all or nothing. Other prices of offers need the permission prices:write',
        body: Files,
        response: {
          200: Type.Object({
            categories: Type.Integer(),
            games: Type.Integer(),
            offers: Type.Integer(),
            groups: Type.Integer(),
            news: Type.Integer(),
          }),
          ...errorResponses,
        },
      },
    },
    (request) => {
      const mayChangePrices = operatorOf(request).permissions.includes('prices:write');
      return files.apply(actorOf(request), request.body.files, { mayChangePrices });
    },
  );

  app.get(
    '/api/v1/catalogue/export',
    {
      schema: {
        tags,
        security: operators('content:read'),
        summary: 'Write the whole catalogue in the format of import',
        response: { 200: Type.String({ description: 'A YAML file' }), ...errorResponses },
      },
    },
    async (_request, reply) => {
      reply.header('content-disposition', 'attachment; filename="catalogue.yaml"').type('application/yaml');
      return files.export();
    },
  );
};
