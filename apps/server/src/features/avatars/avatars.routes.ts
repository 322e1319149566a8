import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AVATAR_MAX_BYTES } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { MEMBERS, memberOf } from '../../http/customer-access.ts';
import { languageOf } from '../../http/language.ts';
import { errorResponses } from '../../http/openapi.ts';
import { User } from '../accounts/accounts.schemas.ts';
import type { AccountService } from '../accounts/accounts.service.ts';
import type { AvatarService } from './avatars.service.ts';

interface AvatarRoutesOptions {
  accounts: AccountService;
  avatars: AvatarService;
}

const tags = ['accounts'];
const AvatarBody = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });
const AvatarParameter = Type.Object({ file: Type.String({ maxLength: 60 }) });

export const avatarRoutes: FastifyPluginAsyncTypebox<AvatarRoutesOptions> = async (app, { accounts, avatars }) => {
  const userOf = (request: FastifyRequest) => accounts.getUser(memberOf(request), languageOf(request));

  // The body is the file itself. Its bytes decide the format; the content type is ignored.
  for (const type of [/^image\//, 'application/octet-stream']) {
    app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: AVATAR_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
  }

  app.put(
    '/api/v1/user/avatar',
    {
      bodyLimit: AVATAR_MAX_BYTES,
      validatorCompiler: () => () => true,
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Set the avatar: a picture file of at most 5 MB as the body',
        consumes: ['image/*', 'application/octet-stream'],
        body: AvatarBody,
        response: { 200: User, ...errorResponses },
      },
    },
    async (request) => {
      if (!Buffer.isBuffer(request.body)) throw new AppError('avatar-type-invalid');
      await avatars.save(memberOf(request).accountId, request.body, request.ip);
      return userOf(request);
    },
  );

  app.delete(
    '/api/v1/user/avatar',
    {
      schema: {
        tags,
        security: MEMBERS,
        summary: 'Remove the avatar',
        response: { 200: User, ...errorResponses },
      },
    },
    async (request) => {
      await avatars.remove(memberOf(request).accountId);
      return userOf(request);
    },
  );

  app.get('/media/avatars/:file', { schema: { params: AvatarParameter, hide: true } }, async (request, reply) => {
    const picture = await avatars.get(request.params.file);
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp').send(picture);
  });
};
