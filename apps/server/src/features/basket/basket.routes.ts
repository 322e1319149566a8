import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from '@oyna/domain/errors';
import type { FastifyError } from 'fastify';
import Type from 'typebox';
import { BUYERS, memberOf } from '../../http/customer-access.ts';
import { errorResponses } from '../../http/openapi.ts';
import * as schemas from './basket.schemas.ts';
import type { BasketService } from './basket.service.ts';

const tags = ['basket'];
const basketAnswer = { 200: schemas.Basket, ...errorResponses };

export const basketRoutes: FastifyPluginAsyncTypebox<{ baskets: BasketService }> = async (app, { baskets }) => {
  app.setSchemaErrorFormatter(inWordsOfTheSpec);

  app.get(
    '/api/v1/user/baskets',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'List the newest 100 baskets, newest first',
        response: { 200: Type.Array(schemas.Basket), ...errorResponses },
      },
    },
    (request) => baskets.list(memberOf(request).accountId),
  );

  app.get(
    '/api/v1/user/basket/actual',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Get the cart that is open or being paid for; 204 without one',
        response: { 200: schemas.Basket, 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      const basket = await baskets.findActual(memberOf(request).accountId);
      return basket ? reply.send(basket) : reply.status(204).send(null);
    },
  );

  app.post(
    '/api/v1/basket/create',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Create the cart of these products, or merge them into the open one',
        body: schemas.NewBasket,
        response: { 201: schemas.CreatedBasket, ...errorResponses },
      },
    },
    async (request, reply) => reply.status(201).send(await baskets.create(memberOf(request).accountId, request.body)),
  );

  app.post(
    '/api/v1/basket/direct',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Open the basket for buying one product at once, beside the cart; the same one until it is paid',
        body: schemas.DirectItem,
        response: basketAnswer,
      },
    },
    (request) => baskets.openDirect(memberOf(request).accountId, request.body),
  );

  app.get(
    '/api/v1/basket/check/:id',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Get a basket at current prices',
        params: schemas.BasketParameter,
        response: basketAnswer,
      },
    },
    (request) => baskets.get(memberOf(request).accountId, request.params.id),
  );

  app.put(
    '/api/v1/basket/item/add/:basketId/:productId/:count',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Add items of a product to the basket',
        params: schemas.ItemParameters,
        response: basketAnswer,
      },
    },
    (request) => baskets.addItem(memberOf(request).accountId, request.params),
  );

  app.put(
    '/api/v1/basket/item/remove/:basketId/:productId/:count',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Remove items of a product from the basket',
        params: schemas.ItemParameters,
        response: basketAnswer,
      },
    },
    (request) => baskets.removeItem(memberOf(request).accountId, request.params),
  );

  app.put(
    '/api/v1/basket/promo/:basketId',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Apply a promo code to the basket in place of its current one',
        params: schemas.BasketIdParameter,
        body: schemas.PromoBody,
        response: basketAnswer,
      },
    },
    (request) => baskets.setPromo(memberOf(request).accountId, request.params.basketId, request.body.code),
  );

  app.delete(
    '/api/v1/basket/promo/:basketId',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Remove the promo code from the basket',
        params: schemas.BasketIdParameter,
        response: basketAnswer,
      },
    },
    (request) => baskets.removePromo(memberOf(request).accountId, request.params.basketId),
  );
};

/** Ids are opaque to clients: a malformed id is answered like an unknown one. */
function inWordsOfTheSpec(faults: NonNullable<FastifyError['validation']>): Error {
  const path = faults[0]?.instancePath ?? '';
  if (path === '/id' || path === '/basketId') return new AppError('basket-id-missing');
  if (path.endsWith('/count')) return new AppError('count-invalid', { field: 'count' });
  return new Error(faults[0]?.message);
}
