import { artOfGame } from '@oyna/cover-art/genre-motifs';
import { AppError } from '@oyna/domain/errors';
import { sql } from 'kysely';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { GameData, NewsData } from './catalogue.file.ts';
import * as queries from './catalogue-drafts.queries.ts';
import { CatalogueFileError } from './catalogue-file-error.ts';
import { writeCatalogue } from './catalogue-import.service.ts';
import type { Fields, Published } from './draft-content.ts';

/** The steps of a publication: a draft is completed and written as a catalogue file is, and a trial is taken back. */

/** The data as a file has it: with its id, the ids of new offers, the picture of a new game, and the day of news. */
export async function completeDraft(
  db: Connection,
  { kind, id, data, base }: queries.DraftRow,
  { withIds = true } = {},
): Promise<Fields> {
  if (kind === 'news') return { published: await queries.readToday(db), ...data, id };
  const offers = Array.isArray(data['offers']) ? (data['offers'] as Fields[]) : [];
  if (!withIds) return { ...data, id, offers };
  const { genres = [], category } = data as { genres?: string[]; category?: string };
  const art = base?.['art'] ?? artOfGame(id, genres, category);
  if (offers.every((offer) => offer['id'])) return { art, ...data, id, offers };
  const taken = offers.map((offer) => Number(offer['id'] ?? 0));
  let next = Math.max(await queries.reserveId(db, 'offer'), ...taken.map((known) => known + 1));
  return { art, ...data, id, offers: offers.map((offer) => (offer['id'] ? offer : { ...offer, id: next++ })) };
}

export async function writeDraft(db: Connection, kind: queries.DraftKind, data: Published): Promise<void> {
  const content = kind === 'game' ? { games: [data as GameData] } : { news: [data as NewsData] };
  await writeCatalogue(db, [{ name: kind, data: content, lineOf: () => 1 }]);
}

/** A reference that does not exist, such as a category that was renamed. */
export function faultOf(error: unknown): string | undefined {
  if (error instanceof CatalogueFileError) return error.faults.join('\n');
  return error instanceof AppError ? [error.code, error.field].filter(Boolean).join(': ') : undefined;
}

export function explainFault(error: unknown): never {
  if (!(error instanceof CatalogueFileError)) throw error;
  throw new AppError('catalogue-file-invalid', { current: { faults: error.faults } });
}

export async function inSavepoint(db: Connection, work: () => Promise<void>): Promise<void> {
  await sql`SAVEPOINT publication`.execute(db);
  try {
    await work();
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT publication`.execute(db);
    throw error;
  }
}

const TAKEN_BACK = Symbol('taken back');

/** Runs the work in a transaction that is rolled back. */
export async function takeBack<Result>(
  db: Database,
  work: (transaction: Connection) => Promise<Result>,
): Promise<Result> {
  let result: { value: Result } | undefined;
  try {
    await inTransaction(db, async (transaction) => {
      result = { value: await work(transaction) };
      throw TAKEN_BACK;
    });
  } catch (error) {
    if (error !== TAKEN_BACK || !result) throw error;
  }
  if (!result) throw new Error('the work did not run');
  return result.value;
}
