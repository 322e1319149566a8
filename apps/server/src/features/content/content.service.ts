import type { Language } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import type { Connection } from '../../platform/database/connection.ts';
import { sanitizeHtml } from '../../platform/sanitize-html.ts';
import { altsOf, artSpecOfNews, imagesOf } from '../catalogue/catalogue.pictures.ts';
import * as queries from './content.queries.ts';

export type ContentService = ReturnType<typeof createContentService>;

export function createContentService(db: Connection) {
  return {
    listCountries: (language: Language) => queries.listCountries(db, language),

    async listNews(language: Language) {
      return (await queries.listNews(db, language)).map(newsOf);
    },

    async getNews(id: number, language: Language) {
      const row = await queries.findNews(db, id, language);
      if (!row) throw new AppError('not-found', { field: 'id' });
      return { ...newsOf(row), imageAlts: altsOf(row.pictures, language), body: sanitizeHtml(row.body) };
    },

    async findArt(newsId: number) {
      const row = await queries.findNews(db, newsId, 'ru');
      return row && artSpecOfNews(row);
    },
  };
}

type NewsRow = Awaited<ReturnType<typeof queries.listNews>>[number];

function newsOf({ id, title, summary, published_on: publishedOn, art, pictures }: NewsRow) {
  return { id, title, summary, publishedOn, images: imagesOf('news', id, artSpecOfNews({ id, art }), pictures) };
}
