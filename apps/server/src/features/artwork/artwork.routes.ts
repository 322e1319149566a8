import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ArtSpec } from '@oyna/cover-art/art-spec';
import { artHash } from '@oyna/cover-art/identity';
import { parseVariant } from '@oyna/cover-art/variants';
import { AppError } from '@oyna/domain/errors';
import Type from 'typebox';
import type { ArtCache } from './artwork.cache.ts';

type FindArt = (id: number) => Promise<ArtSpec | undefined>;

interface ArtworkRoutesOptions {
  pictures: ArtCache;
  findArt: { games: FindArt; news: FindArt };
}

const Address = Type.Object({
  owner: Type.Enum(['games', 'news']),
  id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  hash: Type.String({ pattern: '^[0-9a-f]{20}$' }),
  file: Type.String({ maxLength: 40 }),
});

/** Generated pictures, drawn when first asked for and kept as files. */
export const artworkRoutes: FastifyPluginAsyncTypebox<ArtworkRoutesOptions> = async (app, { pictures, findArt }) => {
  app.get('/media/:owner/:id/:hash/:file', { schema: { params: Address, hide: true } }, async (request, reply) => {
    const { owner, id, hash, file } = request.params;
    const picture = parseVariant(file);
    if (!picture) throw new AppError('not-found', { field: 'file' });
    const spec = await findArt[owner as 'games' | 'news'](id);
    if (!spec) throw new AppError('not-found', { field: 'id' });
    const bytes = await pictures.get(spec, picture.variant, picture.width, picture.format);
    // An address from before a change still shows the picture of today, but is not kept.
    const isCurrent = hash === artHash(spec);
    return reply
      .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache')
      .type(`image/${picture.format}`)
      .send(bytes);
  });
};
