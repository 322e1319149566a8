import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { LANGUAGES } from '@oyna/domain/constants';
import Type from 'typebox';
import { PUBLIC } from '../../http/customer-access.ts';
import { languageOf } from '../../http/language.ts';
import { component, errorResponses } from '../../http/openapi.ts';
import { CountryId, Text } from '../accounts/accounts.schemas.ts';
import type { RegistrationService } from './registration.service.ts';

const RegistrationBody = Type.Object({
  username: Text,
  email: Text,
  password: Text,
  countryId: CountryId,
  language: Type.Optional(
    Type.Enum([...LANGUAGES], { description: 'Language of the mail; by default the language of the request' }),
  ),
});
const Registered = component('Registered', Type.Object({ userName: Type.String(), email: Type.String() }));

export const registrationRoutes: FastifyPluginAsyncTypebox<{ registration: RegistrationService }> = async (
  app,
  { registration },
) => {
  app.post(
    '/account/register/user',
    {
      schema: {
        tags: ['accounts'],
        security: PUBLIC,
        summary: 'Register and send the code that confirms the e-mail address',
        body: RegistrationBody,
        response: { 201: Registered, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { language = languageOf(request), ...form } = request.body;
      return reply.status(201).send(await registration.register({ ...form, language }, request.ip));
    },
  );
};
