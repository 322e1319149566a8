import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { MEMBERS, memberOf } from '../../http/customer-access.ts';
import { languageOf } from '../../http/language.ts';
import { errorResponses, Nothing } from '../../http/openapi.ts';
import { LanguageQuery, PasswordProof, Text, User } from '../accounts/accounts.schemas.ts';
import type { AccountService } from '../accounts/accounts.service.ts';
import type { ContactService } from './contacts.service.ts';

interface ContactRoutesOptions {
  accounts: AccountService;
  contacts: ContactService;
}

const tags = ['accounts'];

const EmailBody = Type.Object({ email: Text, password: PasswordProof });
const PhoneBody = Type.Object({ phone: Type.String({ maxLength: 100 }), password: PasswordProof });
const CodeBody = Type.Object({ code: Type.String({ maxLength: 100, description: 'The six digits of the message' }) });
const LinkBody = Type.Object({
  token: Type.String({ maxLength: 200, description: 'From the link in the mail; valid once, for a day' }),
});

export const contactRoutes: FastifyPluginAsyncTypebox<ContactRoutesOptions> = async (app, { accounts, contacts }) => {
  const userOf = (request: FastifyRequest) => accounts.getUser(memberOf(request), languageOf(request));

  app.post(
    '/api/v1/user/email',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Send a code to a new e-mail address, or to the current one to confirm it',
        body: EmailBody,
        response: { 202: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await contacts.requestEmail(memberOf(request), request.body, request.ip);
      return reply.status(202).send(null);
    },
  );

  app.put(
    '/api/v1/user/email',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Confirm the e-mail address with its code',
        querystring: LanguageQuery,
        body: CodeBody,
        response: { 200: User, ...errorResponses },
      },
    },
    async (request) => {
      await contacts.confirmEmail(memberOf(request), request.body.code);
      return userOf(request);
    },
  );

  app.put(
    '/api/v1/user/email/link',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Confirm the e-mail address with the link of the mail',
        querystring: LanguageQuery,
        body: LinkBody,
        response: { 200: User, ...errorResponses },
      },
    },
    async (request) => {
      await contacts.confirmEmailByLink(memberOf(request), request.body.token);
      return userOf(request);
    },
  );

  app.post(
    '/api/v1/user/proof',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Send a code to the current e-mail address of an account without a password',
        response: { 202: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await contacts.requestProof(memberOf(request), request.ip);
      return reply.status(202).send(null);
    },
  );

  app.put(
    '/api/v1/user/proof',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Allow changes of e-mail, phone and password for 15 minutes with the code',
        body: CodeBody,
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await contacts.confirmProof(memberOf(request), request.body.code);
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/v1/user/phone',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Send a code to a phone number',
        body: PhoneBody,
        response: { 202: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await contacts.requestPhone(memberOf(request), request.body, request.ip);
      return reply.status(202).send(null);
    },
  );

  app.put(
    '/api/v1/user/phone',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Confirm the phone number with its code',
        querystring: LanguageQuery,
        body: CodeBody,
        response: { 200: User, ...errorResponses },
      },
    },
    async (request) => {
      await contacts.confirmPhone(memberOf(request), request.body.code);
      return userOf(request);
    },
  );
};
