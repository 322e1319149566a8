import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ArtSpec } from '@oyna/cover-art/art-spec';
import { artHash } from '@oyna/cover-art/identity';
import { parseVariant } from '@oyna/cover-art/variants';
import { AppError } from '@oyna/domain/errors';
import Type from 'typebox';
import type { ArtCache, Upload } from './artwork.cache.ts';

type Owner = 'games' | 'news' | 'categories';

interface ArtworkRoutesOptions {
  pictures: ArtCache;
  /** What a picture is drawn from. */
  findArt: (owner: Owner, id: number) => Promise<ArtSpec | undefined>;
  /** The uploaded picture of this hash; the cover if there is none of this hash. */
  findUpload: (owner: Owner, id: number, hash: string) => Promise<Upload | undefined>;
  /** Whether an error means that the database cannot be asked now. */
  isDatabaseAway: (error: unknown) => boolean;
}

const Address = Type.Object({
  owner: Type.Enum(['games', 'news', 'categories'] as const),
  id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  hash: Type.String({ pattern: '^[0-9a-f]{20}$' }),
  file: Type.String({ maxLength: 40 }),
});

/** Pictures in all sizes, drawn or cut when first asked for and kept as files. */
export const artworkRoutes: FastifyPluginAsyncTypebox<ArtworkRoutesOptions> = async (
  app,
  { pictures, findArt, findUpload, isDatabaseAway },
) => {
  async function find(owner: Owner, id: number, hash: string) {
    const spec = await findArt(owner, id);
    const isDrawn = spec !== undefined && artHash(spec) === hash;
    return { spec, isDrawn, upload: isDrawn ? undefined : await findUpload(owner, id, hash) };
  }

  app.get('/media/:owner/:id/:hash/:file', { schema: { params: Address, hide: true } }, async (request, reply) => {
    const { owner, id, hash, file } = request.params;
    const picture = parseVariant(file);
    if (!picture) throw new AppError('not-found', { field: 'file' });
    const { variant, width, format } = picture;
    const found = await find(owner, id, hash).catch(async (error: unknown) => {
      const kept = isDatabaseAway(error) ? await pictures.findFile(hash, variant, width, format) : undefined;
      if (!kept) throw error;
      return kept;
    });
    reply.type(`image/${format}`);
    if (Buffer.isBuffer(found)) return reply.header('cache-control', 'no-store').send(found);
    const { spec, upload, isDrawn } = found;
    if (!spec && !upload) throw new AppError('not-found', { field: 'id' });
    const bytes = upload
      ? await pictures.getUpload(upload, variant, width, format)
      : spec && (await pictures.get(spec, variant, width, format));
    // An old address shows the current picture, but is not cached.
    const isCurrent = isDrawn || upload?.hash === hash;
    return reply.header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache').send(bytes);
  });
};
