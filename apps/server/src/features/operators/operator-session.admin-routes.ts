import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { LANGUAGES } from '@oyna/domain/constants';
import { PERMISSIONS } from '@oyna/domain/permissions';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply } from 'fastify';
import Type, { type Static } from 'typebox';
import { deviceOf } from '../../http/customer-access.ts';
import { consoleComponent, errorResponses, Nothing, Nullable, Time } from '../../http/openapi.ts';
import {
  actorOf,
  clearSessionCookie,
  FRESH_MINUTES,
  isFresh,
  NO_OPERATOR,
  operatorOf,
  setSessionCookie,
  UNPROVEN_OPERATORS,
} from '../../http/operator-auth.ts';
import type { SignedInOperator } from '../../platform/audit.ts';
import type { Device } from '../../platform/network-address.ts';
import type { OperatorInvitationsService } from './operator-invitations.service.ts';
import type { SecondFactorProof, SecondFactorService } from './operator-second-factor.service.ts';
import type { OperatorSessionsService } from './operator-sessions.service.ts';
import type { OperatorSignInService } from './operator-sign-in.service.ts';

const tags = ['session'];
const Text = Type.String({ maxLength: 2_000 });

/** The operator who is signed in, and what is missing until the console opens. */
const SessionView = consoleComponent(
  'Session',
  Type.Object({
    operator: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      email: Type.String(),
      roleId: Type.String(),
      permissions: Type.Array(Type.Enum(PERMISSIONS)),
      limits: Type.Object({ refundPerDay: Type.Optional(Type.Integer({ description: 'Hundredths of a tenge' })) }),
      language: Type.Enum(LANGUAGES),
    }),
    secondFactor: Type.Object({
      state: Type.Enum(['proven', 'needed', 'missing'] as const, {
        description: 'needed: prove it; missing: set one up',
      }),
      ways: Type.Array(Type.Enum(['totp', 'passkey', 'recovery-code', 'password'] as const)),
      freshUntil: Nullable(Time),
    }),
    paymentProviders: Type.Array(Type.Object({ name: Type.String(), label: Type.String() }), {
      description: 'All that the store knows, with their names for people',
    }),
  }),
);

interface SessionRoutesOptions {
  signIn: OperatorSignInService;
  sessions: OperatorSessionsService;
  secondFactor: SecondFactorService;
  invitations: OperatorInvitationsService;
  providers: readonly { name: string; label: string }[];
}

/** What every sign-in answers: the cookie and the session. */
function createSessionAnswers({ sessions, secondFactor, providers }: SessionRoutesOptions) {
  async function describe(session: SignedInOperator) {
    const { id, name, email, roleId, permissions, limits, language, secondFactorAt } = session;
    const ways = await secondFactor.listWays(id);
    const freshUntil = secondFactorAt && new Date(secondFactorAt.getTime() + FRESH_MINUTES * 60_000);
    return {
      operator: { id, name, email, roleId, permissions: [...permissions], limits, language: languageOf(language) },
      secondFactor: {
        state: secondFactorAt ? ('proven' as const) : ways.length > 0 ? ('needed' as const) : ('missing' as const),
        ways,
        freshUntil: freshUntil && isFresh(secondFactorAt) ? freshUntil.toISOString() : null,
      },
      paymentProviders: [...providers],
    };
  }

  return {
    describe,

    async open(reply: FastifyReply, token: string, device: Device) {
      const session = await sessions.find(token, device);
      setSessionCookie(reply, token);
      if (!session) throw new Error('a new session is not found');
      return describe(session);
    },

    /** The request has just proven the second factor. */
    describeProven: (session: SignedInOperator) => describe({ ...session, secondFactorAt: new Date() }),
  };
}

const languageOf = (text: string) => LANGUAGES.find((language) => language === text) ?? 'ru';

const Proof = Type.Object(
  {
    code: Type.Optional(Type.String({ maxLength: 20, description: 'Of the authenticator app' })),
    recoveryCode: Type.Optional(Type.String({ maxLength: 40 })),
    passkey: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The answer of the browser' })),
    password: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'Only in the demo, without a second factor' }),
    ),
  },
  { minProperties: 1, maxProperties: 1 },
);
const Invitation = Type.Object({ email: Type.String(), roleId: Type.String(), expiresAt: Time });
const Token = Type.String({ maxLength: 100 });

export const operatorSessionRoutes: FastifyPluginAsyncTypebox<SessionRoutesOptions> = async (app, options) => {
  const { signIn, sessions, secondFactor, invitations } = options;
  const answers = createSessionAnswers(options);

  app.post(
    '/api/v1/session',
    {
      schema: {
        tags,
        security: NO_OPERATOR,
        summary: 'Sign in with e-mail address and password, the first step',
        body: Type.Object({ email: Text, password: Text }),
        response: { 200: SessionView, ...errorResponses },
      },
    },
    async (request, reply) => {
      const device = deviceOf(request);
      return answers.open(reply, await signIn.signIn(request.body, device), device);
    },
  );

  app.get(
    '/api/v1/session',
    {
      schema: {
        tags,
        security: UNPROVEN_OPERATORS,
        summary: 'Get the operator who is signed in',
        response: { 200: SessionView, ...errorResponses },
      },
    },
    (request) => answers.describe(operatorOf(request)),
  );

  app.delete(
    '/api/v1/session',
    {
      schema: {
        tags,
        security: UNPROVEN_OPERATORS,
        summary: 'Sign out',
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      await sessions.signOut(actorOf(request), operatorOf(request));
      return clearSessionCookie(reply).status(204).send(null);
    },
  );

  app.post(
    '/api/v1/session/second-factor',
    {
      schema: {
        tags,
        security: UNPROVEN_OPERATORS,
        summary: 'Prove the second factor, to finish the sign-in or to confirm an action',
        body: Proof,
        response: { 200: SessionView, ...errorResponses },
      },
    },
    async (request) => {
      await secondFactor.prove(actorOf(request), operatorOf(request), toProof(request.body));
      return answers.describeProven(operatorOf(request));
    },
  );

  app.post(
    '/api/v1/session/passkey-options',
    {
      schema: {
        tags,
        security: UNPROVEN_OPERATORS,
        summary: 'Get the options for the browser to ask for a passkey',
        response: { 200: Type.Record(Type.String(), Type.Unknown()), ...errorResponses },
      },
    },
    async (request) => ({ ...(await secondFactor.createPasskeyQuestion(operatorOf(request))) }),
  );

  app.post(
    '/api/v1/invitation/look',
    {
      schema: {
        tags,
        security: NO_OPERATOR,
        summary: 'Get whom an invitation is for',
        body: Type.Object({ token: Token }),
        response: { 200: Invitation, ...errorResponses },
      },
    },
    (request) => invitations.show(request.body.token, request.ip),
  );

  app.post(
    '/api/v1/invitation/accept',
    {
      schema: {
        tags,
        security: NO_OPERATOR,
        summary: 'Accept an invitation: become an operator and sign in',
        body: Type.Object({ token: Token, name: Text, password: Text, language: Type.Enum(LANGUAGES) }),
        response: { 200: SessionView, ...errorResponses },
      },
    },
    async (request, reply) => {
      const device = deviceOf(request);
      return answers.open(reply, await invitations.accept(request.body, device), device);
    },
  );
};

/** The schema allows exactly one of them. The library checks the parts of a passkey's answer. */
function toProof(body: Static<typeof Proof>): SecondFactorProof {
  const { passkey, ...others } = body;
  return passkey ? { passkey: passkey as unknown as AuthenticationResponseJSON } : (others as SecondFactorProof);
}
