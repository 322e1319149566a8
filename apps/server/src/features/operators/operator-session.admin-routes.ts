import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { LANGUAGES } from '@oyna/domain/constants';
import { PERMISSIONS } from '@oyna/domain/permissions';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { deviceOf } from '../../http/auth.ts';
import { consoleComponent, errorResponses } from '../../http/openapi.ts';
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
import type { SecondFactorProof, SecondFactorService } from './operator-second-factor.service.ts';
import type { OperatorSession, OperatorSessionsService } from './operator-sessions.service.ts';
import type { OperatorSignInService } from './operator-sign-in.service.ts';

const tags = ['session'];
const Text = Type.String({ maxLength: 2_000 });
const Nothing = Type.Null({ description: 'Nothing' });

/** The operator who is signed in, and what is missing until the console opens. */
export const SessionView = consoleComponent(
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
      freshUntil: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    }),
  }),
);

interface SessionRoutesOptions {
  signIn: OperatorSignInService;
  sessions: OperatorSessionsService;
  secondFactor: SecondFactorService;
}

/** What every sign-in answers: the cookie and the session. */
export function createSessionAnswers({ sessions, secondFactor }: Omit<SessionRoutesOptions, 'signIn'>) {
  async function describe(session: OperatorSession) {
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
    };
  }

  return {
    describe,

    async open(reply: FastifyReply, token: string, device: { userAgent: string; address: string }) {
      const session = await sessions.find(token, device);
      setSessionCookie(reply, token);
      if (!session) throw new Error('a new session is not found');
      return describe(session);
    },

    /** The request has just proven the second factor. */
    describeProven: (session: OperatorSession) => describe({ ...session, secondFactorAt: new Date() }),
  };
}

const languageOf = (text: string) => LANGUAGES.find((language) => language === text) ?? 'ru';

const Proof = Type.Object(
  {
    code: Type.Optional(Type.String({ maxLength: 20, description: 'Of the authenticator app' })),
    recoveryCode: Type.Optional(Type.String({ maxLength: 40 })),
    password: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'Only in the demo, without a second factor' }),
    ),
  },
  { minProperties: 1, maxProperties: 1 },
);

export const operatorSessionRoutes: FastifyPluginAsyncTypebox<SessionRoutesOptions> = async (app, options) => {
  const { signIn, sessions, secondFactor } = options;
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
      // The schema allows exactly one of them.
      await secondFactor.prove(actorOf(request), operatorOf(request), request.body as SecondFactorProof);
      return answers.describeProven(operatorOf(request));
    },
  );
};
