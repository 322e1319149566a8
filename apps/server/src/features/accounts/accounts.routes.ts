import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { MEMBERS, memberOf } from '../../http/customer-access.ts';
import { languageOf } from '../../http/language.ts';
import { errorResponses } from '../../http/openapi.ts';
import { LanguageQuery, ProfileBody, User } from './accounts.schemas.ts';
import type { AccountService } from './accounts.service.ts';

const tags = ['accounts'];

export const accountRoutes: FastifyPluginAsyncTypebox<{ accounts: AccountService }> = async (app, { accounts }) => {
  app.get(
    '/api/v1/user/info',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Get the signed-in member',
        querystring: LanguageQuery,
        response: { 200: User, ...errorResponses },
      },
    },
    (request) => accounts.getUser(memberOf(request), languageOf(request)),
  );

  app.put(
    '/api/v1/user/info',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Save the profile',
        querystring: LanguageQuery,
        body: ProfileBody,
        response: { 200: User, ...errorResponses },
      },
    },
    async (request) => {
      await accounts.saveProfile(memberOf(request).accountId, request.body);
      return accounts.getUser(memberOf(request), languageOf(request));
    },
  );
};
