import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { MEMBERS, memberOf, PUBLIC } from '../../http/customer-access.ts';
import { errorResponses, Nothing } from '../../http/openapi.ts';
import { PasswordProof, Text } from '../accounts/accounts.schemas.ts';
import type { PasswordService } from './passwords.service.ts';

const tags = ['accounts'];

const ForgottenBody = Type.Object({
  login: Type.String({ maxLength: 2_000, description: 'Login or e-mail address' }),
});
const ResetBody = Type.Object({
  token: Type.String({ maxLength: 200, description: 'From the link in the mail; valid once, for an hour' }),
  password: Text,
});
const PasswordBody = Type.Object({ current: PasswordProof, next: Text });

export const passwordRoutes: FastifyPluginAsyncTypebox<{ passwords: PasswordService }> = async (app, { passwords }) => {
  app.post(
    '/account/password/forgot',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Send a link for a new password; the response is the same for an unknown account',
        body: ForgottenBody,
        response: { 202: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await passwords.requestReset(request.body.login, request.ip);
      return reply.status(202).send(null);
    },
  );

  app.post(
    '/account/password/reset',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Set a new password with the link of the mail and end all sessions',
        body: ResetBody,
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await passwords.reset(request.body, request.ip);
      return reply.status(204).send(null);
    },
  );

  app.put(
    '/api/v1/user/password',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Change the password and end all other sessions',
        body: PasswordBody,
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await passwords.change(memberOf(request), request.body, request.ip);
      return reply.status(204).send(null);
    },
  );
};
