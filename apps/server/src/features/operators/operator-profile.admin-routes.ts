import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { LANGUAGES } from '@oyna/domain/constants';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import Type from 'typebox';
import { consoleComponent, errorResponses, Nothing, Nullable, Time } from '../../http/openapi.ts';
import { actorOf, isFresh, operatorOf, operators, UNPROVEN_OPERATORS } from '../../http/operator-auth.ts';
import { Uuid } from '../../http/uuid.ts';
import type { OperatorProfileService } from './operator-profile.service.ts';
import type { SecondFactorService } from './operator-second-factor.service.ts';
import type { OperatorSessionsService } from './operator-sessions.service.ts';

interface ProfileRoutesOptions {
  profile: OperatorProfileService;
  sessions: OperatorSessionsService;
  secondFactor: SecondFactorService;
}

const tags = ['profile'];
const Text = Type.String({ maxLength: 2_000 });

const Profile = consoleComponent(
  'Profile',
  Type.Object({
    name: Type.String(),
    email: Type.String(),
    roleId: Type.String(),
    language: Type.String(),
    hasTotp: Type.Boolean(),
    recoveryCodes: Type.Integer({ description: 'How many are left' }),
    passkeys: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        createdAt: Time,
        usedAt: Nullable(Time),
      }),
    ),
    sessions: Type.Array(
      Type.Object({
        id: Type.String(),
        isCurrent: Type.Boolean(),
        userAgent: Type.String(),
        address: Type.String(),
        createdAt: Time,
        usedAt: Time,
        expiresAt: Time,
      }),
    ),
  }),
);

const SetUp = Type.Object({
  recoveryCodes: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'With the first second factor. They are not shown again.',
  }),
});

export const operatorProfileRoutes: FastifyPluginAsyncTypebox<ProfileRoutesOptions> = async (app, options) => {
  const { profile, sessions, secondFactor } = options;

  app.get(
    '/api/v1/profile',
    {
      schema: {
        tags,
        security: operators(),
        summary: 'Get the profile of the operator who is signed in',
        response: { 200: Profile, ...errorResponses },
      },
    },
    async (request) => {
      const operator = operatorOf(request);
      const { name, email, roleId, language } = operator;
      const factors = await secondFactor.describe(operator.id);
      return { name, email, roleId, language, ...factors, sessions: await sessions.list(operator) };
    },
  );

  app.put(
    '/api/v1/profile',
    {
      schema: {
        tags,
        security: operators(),
        summary: 'Change name and language',
        body: Type.Object({ name: Text, language: Type.Enum(LANGUAGES) }),
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await profile.update(actorOf(request), operatorOf(request), request.body);
      return reply.status(204).send(null);
    },
  );

  app.put(
    '/api/v1/profile/password',
    {
      schema: {
        tags,
        security: operators(undefined, { fresh: true }),
        summary: 'Change the password and end the other sessions',
        body: Type.Object({ current: Text, password: Text }),
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await profile.changePassword(actorOf(request), operatorOf(request), request.body);
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/v1/profile/totp',
    {
      schema: {
        tags,
        security: UNPROVEN_OPERATORS,
        summary: 'Get a new secret for an authenticator app',
        response: { 200: Type.Object({ secret: Type.String(), uri: Type.String() }), ...errorResponses },
      },
    },
    (request) => {
      const operator = operatorOf(request);
      return secondFactor.beginTotp(operator, isFresh(operator.secondFactorAt));
    },
  );

  app.put(
    '/api/v1/profile/totp',
    {
      schema: {
        tags,
        security: UNPROVEN_OPERATORS,
        summary: 'Confirm the authenticator app with a code of it',
        body: Type.Object({ code: Type.String({ maxLength: 20 }) }),
        response: { 200: SetUp, ...errorResponses },
      },
    },
    (request) => {
      const operator = operatorOf(request);
      const isProven = isFresh(operator.secondFactorAt);
      return secondFactor.confirmTotp(actorOf(request), operator, isProven, request.body.code);
    },
  );

  app.delete(
    '/api/v1/profile/totp',
    {
      schema: {
        tags,
        security: operators(undefined, { fresh: true }),
        summary: 'Remove the authenticator app',
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await secondFactor.removeTotp(actorOf(request), operatorOf(request));
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/v1/profile/passkeys/options',
    {
      schema: {
        tags,
        security: UNPROVEN_OPERATORS,
        summary: 'Begin to add a passkey: get the options for the browser',
        response: { 200: Type.Record(Type.String(), Type.Unknown()), ...errorResponses },
      },
    },
    async (request) => {
      const operator = operatorOf(request);
      return { ...(await secondFactor.beginPasskey(operator, isFresh(operator.secondFactorAt))) };
    },
  );

  app.post(
    '/api/v1/profile/passkeys',
    {
      schema: {
        tags,
        security: UNPROVEN_OPERATORS,
        summary: 'Add the passkey that the browser has made',
        body: Type.Object({
          name: Type.String({ minLength: 1, maxLength: 60 }),
          response: Type.Record(Type.String(), Type.Unknown()),
        }),
        response: { 200: SetUp, ...errorResponses },
      },
    },
    (request) => {
      const operator = operatorOf(request);
      // The library checks its parts.
      const response = request.body.response as unknown as RegistrationResponseJSON;
      const passkey = { name: request.body.name, response };
      return secondFactor.addPasskey(actorOf(request), operator, isFresh(operator.secondFactorAt), passkey);
    },
  );

  app.delete(
    '/api/v1/profile/passkeys/:passkeyId',
    {
      schema: {
        tags,
        security: operators(undefined, { fresh: true }),
        summary: 'Remove a passkey',
        params: Type.Object({ passkeyId: Type.String({ maxLength: 2_000 }) }),
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await secondFactor.removePasskey(actorOf(request), operatorOf(request), request.params.passkeyId);
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/v1/profile/recovery-codes',
    {
      schema: {
        tags,
        security: operators(undefined, { fresh: true }),
        summary: 'Get new recovery codes in place of the old ones',
        response: { 200: Type.Object({ recoveryCodes: Type.Array(Type.String()) }), ...errorResponses },
      },
    },
    async (request) => ({
      recoveryCodes: await secondFactor.renewRecoveryCodes(actorOf(request), operatorOf(request)),
    }),
  );

  app.delete(
    '/api/v1/profile/sessions/:sessionId',
    {
      schema: {
        tags,
        security: operators(),
        summary: 'End one of the own sessions',
        params: Type.Object({ sessionId: Uuid }),
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await sessions.endOwn(actorOf(request), operatorOf(request), request.params.sessionId);
      return reply.status(204).send(null);
    },
  );

  app.delete(
    '/api/v1/profile/sessions',
    {
      schema: {
        tags,
        security: operators(),
        summary: 'End all other own sessions',
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await sessions.endOwn(actorOf(request), operatorOf(request));
      return reply.status(204).send(null);
    },
  );
};
