import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { MEMBERS, memberOf } from '../../http/auth.ts';
import { languageOf } from '../../http/language.ts';
import { errorResponses } from '../../http/openapi.ts';
import * as schemas from './accounts.schemas.ts';
import type { AccountService } from './accounts.service.ts';
import type { ContactService } from './contacts.service.ts';
import type { PasswordService } from './passwords.service.ts';

interface ProfileRoutesOptions {
  accounts: AccountService;
  contacts: ContactService;
  passwords: PasswordService;
}

const tags = ['accounts'];
const nothing = Type.Null({ description: 'Nothing' });

/** What a member says of themselves, and how they are reached. */
export const profileRoutes: FastifyPluginAsyncTypebox<ProfileRoutesOptions> = async (app, options) => {
  const { accounts, contacts, passwords } = options;
  const userOf = (request: FastifyRequest) => accounts.getUser(memberOf(request), languageOf(request));

  app.get(
    '/api/v1/user/info',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'The member who asks',
        querystring: schemas.LanguageQuery,
        response: { 200: schemas.User, ...errorResponses },
      },
    },
    userOf,
  );

  app.put(
    '/api/v1/user/info',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Save the profile',
        querystring: schemas.LanguageQuery,
        body: schemas.ProfileBody,
        response: { 200: schemas.User, ...errorResponses },
      },
    },
    async (request) => {
      await accounts.saveProfile(memberOf(request), request.body);
      return userOf(request);
    },
  );

  app.post(
    '/api/v1/user/email',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Send a code to a new e-mail address, or to the present one to confirm it',
        body: schemas.EmailBody,
        response: { 202: nothing, ...errorResponses },
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
        summary: 'Confirm the e-mail address by its code',
        querystring: schemas.LanguageQuery,
        body: schemas.CodeBody,
        response: { 200: schemas.User, ...errorResponses },
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
        summary: 'Confirm the e-mail address by the link of the mail',
        querystring: schemas.LanguageQuery,
        body: schemas.LinkBody,
        response: { 200: schemas.User, ...errorResponses },
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
        summary: 'Send a code to the present e-mail address of an account without a password',
        response: { 202: nothing, ...errorResponses },
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
        summary: 'Allow changes of e-mail, phone and password for 15 minutes by the code',
        body: schemas.CodeBody,
        response: { 204: nothing, ...errorResponses },
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
        body: schemas.PhoneBody,
        response: { 202: nothing, ...errorResponses },
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
        summary: 'Confirm the phone number by its code',
        querystring: schemas.LanguageQuery,
        body: schemas.CodeBody,
        response: { 200: schemas.User, ...errorResponses },
      },
    },
    async (request) => {
      await contacts.confirmPhone(memberOf(request), request.body.code);
      return userOf(request);
    },
  );

  app.put(
    '/api/v1/user/password',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Change the password; ends every other session',
        body: schemas.PasswordBody,
        response: { 204: nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await passwords.change(memberOf(request), request.body, request.ip);
      return reply.status(204).send(null);
    },
  );
};
