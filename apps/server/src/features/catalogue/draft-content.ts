import { createHash } from 'node:crypto';
import { LANGUAGES, type Language } from '@oyna/domain/constants';
import { sanitizeHtml } from '../../platform/sanitize-html.ts';
import type { GameData, NewsData } from './catalogue.file.ts';
import type { DraftKind, DraftRow, listGameRows, listNewsRows } from './catalogue-drafts.queries.ts';
import { mergeFields, mergeGame } from './draft-merge.ts';

/** What an operator edits, as a file of the catalogue has it. */
export type Fields = Record<string, unknown>;
export type Published = GameData | NewsData;

const HTML_FIELDS = { game: 'description', news: 'body' } as const;

/** The format of files is large and needed by few, so it is loaded on demand. */
export async function listGaps(kind: DraftKind, data: object): Promise<string[]> {
  const { listFaultyFields } = await import('./catalogue.file.ts');
  return listFaultyFields(kind, data);
}

/** Of what an operator sees and edits. Prices are left out: they change often, and publishing keeps them. */
export function fingerprintOf(draft: DraftRow | undefined, published: Published | undefined): string {
  const edited = draft ? [draft.base, draft.data] : published && withoutPrices(published);
  return createHash('sha256').update(JSON.stringify(edited)).digest('hex').slice(0, 16);
}

function withoutPrices(published: Published): object {
  if (!('offers' in published)) return published;
  const offers = published.offers.map(({ price: _, priceWithDiscount: __, ...offer }) => offer);
  return { ...published, offers };
}

export const NEW_OFFER_ID = /^offers\.\d+\.id$/;

/** What publishing adds, so that it is not missing before. */
export const placeholders = (kind: DraftKind) =>
  kind === 'news' ? { published: '2000-01-01' } : { art: { motif: 'facets', hue: 0 } };

export function mergeDraft(draft: DraftRow, whole: Fields, current: Published | undefined) {
  const data = whole as unknown as Published;
  if (!current) return { data, conflicts: [] };
  const base = (draft.base ?? {}) as unknown as Published;
  if ('offers' in data && 'offers' in current)
    return mergeGame({ ...base, offers: [], ...draft.base } as GameData, data, current);
  return mergeFields(base, data, current);
}

/** Empty texts are absent, as in a file. HTML has the allowed tags only, also in a draft. */
export function cleanDraft(kind: DraftKind, data: Fields): Fields {
  const entries = Object.entries(withCleanHtml(kind, data));
  return Object.fromEntries(entries.filter(([name, value]) => name === 'name' || (value !== '' && value !== null)));
}

/** An editor gets the allowed tags only, also of a text that was stored in another way. */
export function withCleanHtml<Data extends object>(kind: DraftKind, data: Data): Data {
  const html = (data as Fields)[HTML_FIELDS[kind]] as Record<Language, string> | undefined;
  if (!html) return data;
  const clean = Object.fromEntries(LANGUAGES.map((language) => [language, cleanHtml(html[language])]));
  return { ...data, [HTML_FIELDS[kind]]: clean };
}

function cleanHtml(html: string | undefined): string {
  const clean = sanitizeHtml(html ?? '');
  return clean.replace(/<[^>]*>/g, '').trim() === '' ? '' : clean;
}

/** Every language gets a text, for a preview. */
export function fillTexts(data: Fields): Fields {
  const isTexts = (value: unknown): value is Record<Language, string> =>
    typeof value === 'object' && value !== null && 'ru' in value && 'kz' in value;
  const fill = (texts: Record<Language, string>) => {
    const any = LANGUAGES.map((language) => texts[language]).find(Boolean) ?? '—';
    return Object.fromEntries(LANGUAGES.map((language) => [language, texts[language] || any]));
  };
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, isTexts(value) ? fill(value) : value]));
}

export function changedFields(before: object, after: object): string[] {
  const [old, now] = [before as Fields, after as Fields];
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...names].filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
}

export function gameRowOf(row: Awaited<ReturnType<typeof listGameRows>>[number]) {
  const isMissing = (language: Language) =>
    !row.description?.[language] || (row.pictures ?? []).some(({ alt }) => !alt[language]);
  return {
    id: row.id,
    name: row.name,
    category: row.category ?? '',
    offers: row.offers,
    hasCover: (row.pictures ?? []).some(({ place }) => place === 'cover'),
    pictures: row.pictures?.length ?? 0,
    missingLanguages: LANGUAGES.filter(isMissing),
    isPublished: row.is_published,
    hasDraft: row.has_draft,
    publishAt: row.publish_at,
    hasFault: row.fault !== null,
    place: row.place,
  };
}

export const newsRowOf = (row: Awaited<ReturnType<typeof listNewsRows>>[number]) => ({
  id: row.id,
  title: row.title,
  publishedOn: row.published_on,
  isPublished: row.is_published,
  hasDraft: row.has_draft,
  publishAt: row.publish_at,
  hasFault: row.fault !== null,
});
