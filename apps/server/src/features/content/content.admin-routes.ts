import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { LANGUAGES } from '@oyna/domain/constants';
import Type from 'typebox';
import { isoDates } from '../../http/iso-dates.ts';
import { errorResponses, Nullable, Time } from '../../http/openapi.ts';
import { actorOf, operatorOf, operators } from '../../http/operator-auth.ts';
import { RequestKeyHeader, requestKeyOf } from '../../http/request-key.ts';
import type { DraftsService } from '../catalogue/catalogue-drafts.service.ts';
import * as schemas from './content.admin-schemas.ts';
import type { PreviewService } from './content-preview.service.ts';

interface ContentAdminOptions {
  drafts: DraftsService;
  previews: PreviewService;
}

const tags = ['catalogue'];
const IdParameter = Type.Object({ id: schemas.Id });
const Version = Type.Integer({ minimum: 0, description: 'The version that the operator has seen; 0 without a draft' });
const Fingerprint = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Of the data that the operator has seen',
});
const Seen = { version: Version, fingerprint: Fingerprint };
/** Three long texts are larger than other requests. */
const BODY_LIMIT = 2 * 1024 * 1024;
const AFTER = /^(\d{1,10}) (.*)$/s;

const KINDS = [
  { kind: 'game', path: '/api/v1/catalogue/games', Draft: schemas.GameDraft, Content: schemas.GameContent },
  { kind: 'news', path: '/api/v1/catalogue/news', Draft: schemas.NewsDraft, Content: schemas.NewsContent },
] as const;

/** Games and news with their drafts. */
export const contentAdminRoutes: FastifyPluginAsyncTypebox<ContentAdminOptions> = async (app, { drafts, previews }) => {
  app.get(
    '/api/v1/catalogue/games',
    {
      schema: {
        tags,
        security: operators('content:read'),
        summary: 'List the games and the drafts of games by name',
        querystring: Type.Object({
          search: Type.String({ maxLength: 200, default: '', pattern: '^[^\\u0000]*$' }),
          state: Type.Enum(['all', 'draft', 'published'] as const, { default: 'all' }),
          after: Type.Optional(Type.String({ maxLength: 300, pattern: '^\\d{1,10} [^\\u0000]*$' })),
          limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
        }),
        response: {
          200: Type.Object({ items: Type.Array(schemas.GameRow), next: Nullable(Type.String()) }),
          ...errorResponses,
        },
      },
    },
    async (request) => {
      const { search, state, after, limit } = request.query;
      const [, id, name = ''] = AFTER.exec(after ?? '') ?? [];
      const place = id === undefined ? null : { id: Number(id), name };
      const rows = await drafts.listGames({ text: search.trim(), state, after: place, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        items: isoDates(page.map(({ place: _place, ...row }) => row)),
        next: rows.length > limit && last ? `${last.id} ${last.place}` : null,
      };
    },
  );

  app.get(
    '/api/v1/catalogue/news',
    {
      schema: {
        tags,
        security: operators('content:read'),
        summary: 'List the news and the drafts of news, the newest first',
        response: { 200: Type.Object({ items: Type.Array(schemas.NewsRow) }), ...errorResponses },
      },
    },
    async () => ({ items: isoDates(await drafts.listNews()) }),
  );

  app.get(
    '/api/v1/catalogue/games/:id/search',
    {
      schema: {
        tags,
        security: operators('content:read'),
        summary: 'Search as a customer, with the given aliases for this game, and show its position',
        params: IdParameter,
        querystring: Type.Object({
          query: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' }),
          aliases: Type.String({
            maxLength: 4_000,
            default: '',
            pattern: '^[^\\u0000]*$',
            description: 'One per line',
          }),
        }),
        response: {
          200: Type.Object({
            position: Nullable(Type.Integer({ description: '1 is the best; null if it is not found' })),
            found: Type.Integer(),
            first: Type.Array(Type.Object({ id: schemas.Id, name: Type.String() })),
          }),
          ...errorResponses,
        },
      },
    },
    (request) => {
      const { query, aliases } = request.query;
      const names = aliases.split('\n').map((alias) => alias.trim());
      const given = names.filter((alias) => alias !== '').slice(0, 40);
      return drafts.findPosition(request.params.id, query, given);
    },
  );

  app.post(
    '/api/v1/catalogue/news/:id/withdraw',
    {
      schema: {
        tags,
        security: operators('content:write'),
        summary: 'Take a news item out of the store. It stays as a draft',
        params: IdParameter,
        body: Type.Object(Seen),
        response: { 200: schemas.NewsContent, ...errorResponses },
      },
    },
    async (request) => {
      const { id } = request.params;
      await drafts.withdrawNews(actorOf(request), { id, ...request.body });
      return isoDates(await drafts.get({ kind: 'news', id })) as never;
    },
  );

  for (const { kind, path, Draft, Content } of KINDS) {
    const describe = async (id: number) => isoDates(await drafts.get({ kind, id }));

    app.get(
      `${path}/:id`,
      {
        schema: {
          tags,
          security: operators('content:read'),
          summary: kind === 'game' ? 'Show a game or its draft' : 'Show a news item or its draft',
          params: IdParameter,
          response: { 200: Content, ...errorResponses },
        },
      },
      (request) => describe(request.params.id) as never,
    );

    app.post(
      path,
      {
        bodyLimit: BODY_LIMIT,
        schema: {
          tags,
          security: operators('content:write'),
          summary: kind === 'game' ? 'Begin a new game as a draft' : 'Begin a news item as a draft',
          headers: RequestKeyHeader,
          body: Draft,
          response: { 200: Content, ...errorResponses },
        },
      },
      async (request) => {
        const { id } = await drafts.create(
          actorOf(request),
          kind,
          { ...(request.body as object) },
          requestKeyOf(request),
        );
        return describe(id) as never;
      },
    );

    app.put(
      `${path}/:id`,
      {
        bodyLimit: BODY_LIMIT,
        schema: {
          tags,
          security: operators('content:write'),
          summary: 'Save the draft. The store shows it when it is published',
          params: IdParameter,
          body: Type.Object({ ...Seen, data: Draft }),
          response: { 200: Content, ...errorResponses },
        },
      },
      async (request) => {
        const { data, ...seen } = request.body as { version: number; fingerprint: string; data: object };
        await drafts.save(actorOf(request), { kind, ...request.params, ...seen }, { ...data });
        return describe(request.params.id) as never;
      },
    );

    app.delete(
      `${path}/:id/draft`,
      {
        schema: {
          tags,
          security: operators('content:write'),
          summary: 'Discard the draft',
          params: IdParameter,
          querystring: Type.Object(Seen),
          response: { 200: Type.Object({ isPublished: Type.Boolean() }), ...errorResponses },
        },
      },
      async (request) => {
        await drafts.discard(actorOf(request), { kind, ...request.params, ...request.query });
        return { isPublished: await drafts.isPublished({ kind, id: request.params.id }) };
      },
    );

    app.post(
      `${path}/:id/publish`,
      {
        schema: {
          tags,
          security: operators('content:write'),
          summary: 'Publish the draft now, or at a time',
          params: IdParameter,
          body: Type.Object({
            ...Seen,
            at: Type.Optional(Nullable(Time)),
            isForced: Type.Boolean({ default: false, description: 'The draft wins over what changed meanwhile' }),
          }),
          response: { 200: Content, ...errorResponses },
        },
      },
      async (request) => {
        const { version, fingerprint, at, isForced } = request.body;
        const seen = { kind, ...request.params, version, fingerprint };
        if (at === undefined) await drafts.publish(actorOf(request), seen, { isForced });
        else await drafts.schedule(actorOf(request), seen, at === null ? null : new Date(at));
        return describe(request.params.id) as never;
      },
    );

    app.get(
      `${path}/:id/preview`,
      {
        schema: {
          tags,
          security: operators('content:read'),
          summary: 'Make a link to the page in the storefront as it will be. It is valid for 15 minutes',
          params: IdParameter,
          querystring: Type.Object({ language: Type.Optional(Type.Enum([...LANGUAGES])) }),
          response: { 200: Type.Object({ url: Type.String() }), ...errorResponses },
        },
      },
      async (request) => {
        const language = request.query.language ?? operatorOf(request).language;
        return { url: previews.createLink({ kind, id: request.params.id }, language) };
      },
    );
  }
};
