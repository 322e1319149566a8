import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { MEMBERS, memberOf } from '../../http/customer-access.ts';
import { component, errorResponses, Time } from '../../http/openapi.ts';
import { GameCard, IdParameter } from '../catalogue/catalogue.schemas.ts';
import type { FavouritesService } from './favourites.service.ts';

const Favourite = component(
  'Favourite',
  Type.Object({
    id: Type.Integer(),
    createdAt: Time,
    addedPrice: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The price when the game was added, US cents; null when it was not available',
    }),
    game: GameCard,
  }),
);
const NewFavourite = Type.Object({ gameId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });

const tags = ['favourites'];

export const favouritesRoutes: FastifyPluginAsyncTypebox<{ favourites: FavouritesService }> = async (
  app,
  { favourites },
) => {
  app.get(
    '/api/v1/favorites',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'List the favourites, newest first',
        response: { 200: Type.Array(Favourite), ...errorResponses },
      },
    },
    (request) => favourites.list(memberOf(request).accountId),
  );

  app.post(
    '/api/v1/favorites',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Add a game to the favourites; a repeated call changes nothing',
        body: NewFavourite,
        response: { 200: Favourite, 201: Favourite, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { isNew, favourite } = await favourites.add(memberOf(request).accountId, request.body.gameId);
      return reply.status(isNew ? 201 : 200).send(favourite);
    },
  );

  app.delete(
    '/api/v1/favorites/:id',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Remove a game from the favourites',
        params: IdParameter,
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await favourites.remove(memberOf(request).accountId, request.params.id);
      return reply.status(204).send(null);
    },
  );

  app.delete(
    '/api/v1/favorites',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Remove all favourites',
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      await favourites.clear(memberOf(request).accountId);
      return reply.status(204).send(null);
    },
  );
};
