import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { MEMBERS, memberOf, PUBLIC } from '../../http/auth.ts';
import { languageOf } from '../../http/language.ts';
import { errorResponses } from '../../http/openapi.ts';
import * as schemas from './accounts.schemas.ts';
import type { AccountService } from './accounts.service.ts';
import type { PasswordService } from './passwords.service.ts';
import type { Device, SessionService } from './sessions.service.ts';

interface AccountRoutesOptions {
  accounts: AccountService;
  passwords: PasswordService;
  sessions: SessionService;
}

const tags = ['accounts'];
const nothing = Type.Null({ description: 'Nothing' });

export const deviceOf = (request: FastifyRequest): Device => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: request.ip,
});

/** How one comes in, and goes. */
export const accountRoutes: FastifyPluginAsyncTypebox<AccountRoutesOptions> = async (app, options) => {
  const { accounts, passwords, sessions } = options;

  app.post(
    '/account/login',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Sign in; an unknown name and a wrong password are answered alike',
        body: schemas.LoginBody,
        response: { 200: schemas.SignedIn, ...errorResponses },
      },
    },
    (request) => accounts.signIn(request.body, deviceOf(request)),
  );

  app.post(
    '/account/register/user',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Register; the code that confirms the e-mail address is sent to it',
        body: schemas.RegistrationBody,
        response: { 201: schemas.Registered, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { language = languageOf(request), ...form } = request.body;
      return reply.status(201).send(await accounts.register({ ...form, language }, request.ip));
    },
  );

  app.post(
    '/account/logout',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Sign out: the token is good for nothing afterwards',
        response: { 204: nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await sessions.end(memberOf(request));
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/account/password/forgot',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Send a link for a new password, if there is such an account; the answer does not tell',
        body: schemas.ForgottenBody,
        response: { 202: nothing, ...errorResponses },
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
        summary: 'Set a new password by the link of the mail; ends every session',
        body: schemas.ResetBody,
        response: { 204: nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await passwords.reset(request.body, request.ip);
      return reply.status(204).send(null);
    },
  );
};
