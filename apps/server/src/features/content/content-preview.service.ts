import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Language } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import type { OldPricePolicy } from '@oyna/domain/pricing';
import { createCatalogueService } from '../catalogue/catalogue.service.ts';
import type { DraftsService } from '../catalogue/catalogue-drafts.service.ts';
import { createContentService } from './content.service.ts';

export type PreviewService = ReturnType<typeof createPreviewService>;

const MINUTES = 15;
const OFFERS = 100;

interface PreviewId {
  kind: 'game' | 'news';
  id: number;
}

interface PreviewParts {
  drafts: DraftsService;
  /** Nodes share it, so that each opens the links of the others. */
  secret: Buffer;
  publicUrl: string;
  oldPricePolicy: OldPricePolicy;
}

/** Pages of drafts in the storefront, for people who have a link. A link is valid for a short time and for one draft. */
export function createPreviewService({ drafts, secret, publicUrl, oldPricePolicy }: PreviewParts) {
  const sign = ({ kind, id }: PreviewId, expires: string) =>
    createHmac('sha256', secret).update(`preview ${kind} ${id} ${expires}`).digest('base64url');

  function check(place: PreviewId, token: string): void {
    const [expires = '', signature = ''] = token.split('.');
    const [given, expected] = [Buffer.from(signature), Buffer.from(sign(place, expires))];
    const isValid = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isValid || Number(expires) < Date.now()) throw new AppError('not-found', { field: 'preview' });
  }

  return {
    createLink(place: PreviewId, language: Language): string {
      const expires = String(Date.now() + MINUTES * 60_000);
      const url = new URL(place.kind === 'game' ? `/catalog/${place.id}` : '/news-info', publicUrl);
      if (place.kind === 'news') url.searchParams.set('id', String(place.id));
      url.searchParams.set('preview', `${expires}.${sign(place, expires)}`);
      url.searchParams.set('lng', language);
      return url.href;
    },

    getGame(id: number, token: string, language: Language) {
      const place = { kind: 'game', id } as const;
      check(place, token);
      return drafts.tryOut(place, async (connection) => {
        const catalogue = createCatalogueService(connection, oldPricePolicy);
        const game = await catalogue.getGame(id, language);
        const page = { pageNumber: 1, pageSize: OFFERS, lng: language };
        const { items } = await catalogue.listProducts({ gameid: id, ...page }, language);
        return { game, offers: items };
      });
    },

    getNews(id: number, token: string, language: Language) {
      const place = { kind: 'news', id } as const;
      check(place, token);
      return drafts.tryOut(place, (connection) => createContentService(connection).getNews(id, language));
    },
  };
}
