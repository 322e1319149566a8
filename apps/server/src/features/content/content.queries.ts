import type { Language } from '@oyna/domain/constants';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

const text = (column: string, language: Language) => sql<string>`${sql.ref(column)} ->> ${language}`;

export function listCountries(db: Connection, language: Language) {
  return db
    .selectFrom('country')
    .select(['id', 'code', text('name', language).as('name')])
    .orderBy('position')
    .orderBy('id')
    .execute();
}

const news = (db: Connection, language: Language) =>
  db
    .selectFrom('news')
    .select([
      'id',
      'published_on',
      'art',
      'pictures',
      text('title', language).as('title'),
      text('summary', language).as('summary'),
    ]);

export function listNews(db: Connection, language: Language) {
  return news(db, language).orderBy('published_on', 'desc').orderBy('id', 'desc').limit(100).execute();
}

export function findNews(db: Connection, id: number, language: Language) {
  return news(db, language).select(text('body', language).as('body')).where('id', '=', id).executeTakeFirst();
}
