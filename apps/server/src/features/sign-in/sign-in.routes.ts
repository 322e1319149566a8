import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { BUYERS, deviceOf, memberOf, PUBLIC } from '../../http/customer-access.ts';
import { component, errorResponses, Nothing } from '../../http/openapi.ts';
import { Text } from '../accounts/accounts.schemas.ts';
import type { SessionService } from '../sessions/sessions.service.ts';
import type { SignInService } from './sign-in.service.ts';

interface SignInRoutesOptions {
  signIn: SignInService;
  sessions: SessionService;
  /** Ends the messages to the browser of a customer who signs out. */
  forgetBrowser(accountId: number, userAgent: string): Promise<void>;
}

const tags = ['accounts'];

const LoginBody = Type.Object({
  username: Type.String({ maxLength: 2_000, description: 'Login or e-mail address, in any case' }),
  password: Text,
});
const SignedIn = component(
  'SignedIn',
  Type.Object({
    token: Type.String({ description: 'For the Authorization header: Bearer …' }),
    expired: Type.String({ format: 'date-time', description: 'UTC; each use of the session extends it' }),
  }),
);

export const signInRoutes: FastifyPluginAsyncTypebox<SignInRoutesOptions> = async (
  app,
  { signIn, sessions, forgetBrowser },
) => {
  app.post(
    '/account/login',
    {
      schema: {
        tags,
        security: PUBLIC,
        summary: 'Sign in; an unknown name and a wrong password get the same response',
        body: LoginBody,
        response: { 200: SignedIn, ...errorResponses },
      },
    },
    (request) => signIn.signIn(request.body, deviceOf(request)),
  );

  app.post(
    '/account/logout',
    {
      schema: {
        tags,
        security: BUYERS,
        summary: 'Sign out and invalidate the token',
        response: { 204: Nothing, ...errorResponses },
      },
    },
    async (request, reply) => {
      const session = memberOf(request);
      await forgetBrowser(session.accountId, deviceOf(request).userAgent);
      await sessions.end(session);
      return reply.status(204).send(null);
    },
  );
};
