import { AppError } from '@oyna/domain/errors';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { once } from '../../platform/once.ts';
import { removePictures } from '../pictures/pictures.service.ts';
import { listGamesByIds } from './catalogue.queries.ts';
import { readGames, readNews } from './catalogue.read.ts';
import { searchGames } from './catalogue.search.ts';
import * as queries from './catalogue-drafts.queries.ts';
import {
  changedFields,
  cleanDraft,
  type Fields,
  fillTexts,
  fingerprintOf,
  gameRowOf,
  listGaps,
  mergeDraft,
  NEW_OFFER_ID,
  newsRowOf,
  type Published,
  placeholders,
  withCleanHtml,
} from './draft-content.ts';
import {
  completeDraft,
  explainFault,
  faultOf,
  inSavepoint,
  takeBack,
  writeDraft,
} from './draft-publication.service.ts';

export type DraftsService = ReturnType<typeof createDraftsService>;
/**
 * What an operator has seen. The versions of drafts begin again after each publication, so the version alone does not tell
 * which draft it was: the fingerprint does.
 */
type Seen = queries.DraftId & { version: number; fingerprint: string };

/** The store itself publishes what is due. */
const STORE: Actor = { kind: 'system', id: null, name: 'store' };
const FOUND_GAMES = 50;

/**
 * Games and news on their way to the store. A draft is saved as it is and checked when it is published, by the rules of
 * catalogue files and through the same code.
 */
export function createDraftsService(db: Database) {
  async function findPublished(connection: Connection, { kind, id }: queries.DraftId): Promise<Published | undefined> {
    const [found] = await (kind === 'game' ? readGames(connection, [id]) : readNews(connection, id));
    return found && withCleanHtml(kind, found);
  }

  async function lockSeen(transaction: Connection, { version, fingerprint, ...id }: Seen): Promise<queries.DraftRow> {
    const draft = await queries.lockDraft(transaction, id);
    // A colleague has published or discarded the draft.
    if (!draft && (await findPublished(transaction, id))) throw refuseStale(undefined);
    if (!draft) throw new AppError('not-found', { field: 'id' });
    if (draft.version !== version || fingerprintOf(draft, undefined) !== fingerprint) throw refuseStale(draft);
    return draft;
  }

  /** Writes the draft into the store and deletes it. `isForced` lets the draft win over what changed meanwhile. */
  async function publishDraft(transaction: Connection, actor: Actor, draft: queries.DraftRow, isForced: boolean) {
    // What is read here is written back, so no price may change in between.
    if (draft.kind === 'game') await queries.lockGame(transaction, draft.id);
    const current = await findPublished(transaction, draft);
    const whole = await completeDraft(transaction, draft);
    const gaps = await listGaps(draft.kind, whole);
    if (gaps.length > 0) throw new AppError('draft-incomplete', { field: gaps[0], current: { gaps } });
    const { data, conflicts } = mergeDraft(draft, whole, current);
    if (conflicts.length > 0 && !isForced) throw new AppError('changed-meanwhile', { current: { conflicts } });
    await writeDraft(transaction, draft.kind, data);
    await queries.deleteDraft(transaction, draft);
    const fields = changedFields(current ?? {}, data);
    const details = { fields, ...(conflicts.length > 0 ? { overwritten: conflicts } : {}) };
    await audit(transaction, { actor, action: `${draft.kind} publish`, subject: subjectOf(draft), details });
  }

  /**
   * Shows what publishing would lead to: publishes, reads and takes it back. Missing texts are filled from another
   * language.
   */
  async function tryOut<Result>(
    id: queries.DraftId,
    read: (connection: Connection) => Promise<Result>,
    change: (data: Fields) => Fields = (data) => data,
  ): Promise<Result> {
    return takeBack(db, async (transaction) => {
      const draft = await queries.findDraft(transaction, id);
      if (draft) {
        const whole = await completeDraft(transaction, draft);
        const { data } = mergeDraft(draft, fillTexts(change(whole)), await findPublished(transaction, id));
        await writeDraft(transaction, id.kind, data);
      } else {
        const published = await findPublished(transaction, id);
        if (!published) throw new AppError('not-found', { field: 'id' });
        await writeDraft(transaction, id.kind, change(published as Fields) as Published);
      }
      return read(transaction);
    }).catch(explainFault);
  }

  return {
    listGames: async (filter: queries.ContentFilter) => (await queries.listGameRows(db, filter)).map(gameRowOf),

    listNews: async () => (await queries.listNewsRows(db)).map(newsRowOf),

    /** The draft, or what is published. `version` is 0 without a draft. */
    async get(id: queries.DraftId) {
      const [draft, published] = await Promise.all([queries.findDraft(db, id), findPublished(db, id)]);
      if (!draft && !published) throw new AppError('not-found', { field: 'id' });
      const data = draft ? await completeDraft(db, draft, { withIds: false }) : published;
      const gaps = await listGaps(id.kind, { ...data, ...placeholders(id.kind) });
      return {
        id: id.id,
        isPublished: published !== undefined,
        hasDraft: draft !== undefined,
        version: draft?.version ?? 0,
        fingerprint: fingerprintOf(draft, published),
        data: data as Fields,
        publishedOffers: published && 'offers' in published ? published.offers.map((offer) => offer.id) : [],
        gaps: gaps.filter((path) => !NEW_OFFER_ID.test(path)),
        publishAt: draft?.publish_at ?? null,
        fault: draft?.fault ?? null,
        changedBy: draft?.changed_by ?? null,
        changedAt: draft?.changed_at ?? null,
      };
    },

    /** Something new, with an id that stays. Once per `key` of the request. */
    create(actor: Actor, kind: queries.DraftKind, data: Fields, key?: string): Promise<{ id: number }> {
      return inTransaction(db, (transaction) =>
        once(transaction, { actor, key }, async () => {
          const id = await queries.reserveId(transaction, kind);
          await queries.insertDraft(transaction, { kind, id, data: cleanDraft(kind, data), changedBy: actor.name });
          await audit(transaction, { actor, action: `${kind} create`, subject: subjectOf({ kind, id }) });
          return { id };
        }),
      );
    },

    /** Version 0 begins a draft of what is published. The data replace those whose fingerprint the operator has seen. */
    save(actor: Actor, seen: Seen, given: Fields): Promise<void> {
      const { version, fingerprint, ...id } = seen;
      const data = cleanDraft(id.kind, given);
      return inTransaction(db, async (transaction) => {
        const draft = version === 0 ? undefined : await lockSeen(transaction, seen);
        const base = draft ? undefined : await findPublished(transaction, id);
        if (!draft && !base) throw new AppError('not-found', { field: 'id' });
        if (base && fingerprintOf(undefined, base) !== fingerprint) throw refuseStale(undefined);
        if (draft) {
          await queries.updateDraft(transaction, id, { data, changedBy: actor.name, fault: null });
        } else {
          const isFirst = await queries.insertDraft(transaction, { ...id, data, base, changedBy: actor.name });
          if (!isFirst) throw refuseStale(await queries.findDraft(transaction, id));
        }
        const details = { fields: changedFields(draft?.data ?? base ?? {}, data) };
        await audit(transaction, { actor, action: `${id.kind} draft`, subject: subjectOf(id), details });
      });
    },

    discard(actor: Actor, seen: Seen): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const draft = await lockSeen(transaction, seen);
        await queries.deleteDraft(transaction, seen);
        if (!(await findPublished(transaction, seen))) {
          const owner = seen.kind === 'game' ? 'games' : 'news';
          await removePictures(transaction, { owner, ownerId: seen.id });
        }
        const details = { fields: Object.keys(draft.data) };
        await audit(transaction, { actor, action: `${seen.kind} discard`, subject: subjectOf(seen), details });
      });
    },

    publish(actor: Actor, seen: Seen, { isForced = false } = {}): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const draft = await lockSeen(transaction, seen);
        await publishDraft(transaction, actor, draft, isForced);
      }).catch(explainFault);
    },

    /**
     * Takes a news item out of the store. It stays as a draft, so publishing it brings it back. A draft that exists is
     * kept and loses its time; the audit log has the text that was published. Version 0 has seen no draft.
     */
    withdrawNews(actor: Actor, { version, fingerprint, id }: Omit<Seen, 'kind'>): Promise<void> {
      const news = { kind: 'news', id } as const;
      return inTransaction(db, async (transaction) => {
        await queries.lockNews(transaction, id);
        const published = await findPublished(transaction, news);
        const draft = await queries.lockDraft(transaction, news);
        if (!published && !draft) throw new AppError('not-found', { field: 'id' });
        const isSeen = (draft?.version ?? 0) === version && fingerprintOf(draft, published) === fingerprint;
        if (!published || !isSeen) {
          const current = { version: draft?.version ?? 0, isPublished: published !== undefined };
          throw new AppError('changed-meanwhile', { current });
        }
        await queries.deleteNews(transaction, id);
        if (draft) await queries.detachDraft(transaction, news, actor.name);
        else await queries.insertDraft(transaction, { ...news, data: published, changedBy: actor.name });
        await audit(transaction, { actor, action: 'news withdraw', subject: subjectOf(news), before: published });
      });
    },

    /** `null` takes the time back. What is incomplete gets no time. */
    schedule(actor: Actor, seen: Seen, publishAt: Date | null): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const draft = await lockSeen(transaction, seen);
        const whole = { ...(await completeDraft(transaction, draft)) };
        const gaps = publishAt ? await listGaps(draft.kind, whole) : [];
        if (gaps.length > 0) throw new AppError('draft-incomplete', { field: gaps[0], current: { gaps } });
        await queries.updateDraft(transaction, seen, { publishAt, fault: null, changedBy: actor.name });
        const change = { before: { publishAt: draft.publish_at }, after: { publishAt } };
        await audit(transaction, { actor, action: `${seen.kind} schedule`, subject: subjectOf(seen), ...change });
      });
    },

    /** Publishes one draft whose time has come. What cannot be published loses its time and says why. */
    async publishDue(): Promise<boolean> {
      return inTransaction(db, async (transaction) => {
        const draft = await queries.lockDueDraft(transaction);
        if (!draft) return false;
        try {
          await inSavepoint(transaction, () => publishDraft(transaction, STORE, draft, false));
        } catch (error) {
          const fault = faultOf(error);
          if (fault === undefined) throw error;
          await queries.updateDraft(transaction, draft, { publishAt: null, fault, changedBy: STORE.name });
          const details = { fault };
          await audit(transaction, {
            actor: STORE,
            action: `${draft.kind} refuse`,
            subject: subjectOf(draft),
            details,
          });
        }
        return true;
      });
    },

    isPublished: async (id: queries.DraftId) => (await findPublished(db, id)) !== undefined,

    /** Where the search of the store would show the game if it had these aliases, and what comes first. */
    findPosition(id: number, query: string, aliases: string[]) {
      return tryOut(
        { kind: 'game', id },
        async (connection) => {
          const ids = await searchGames(connection, query, FOUND_GAMES);
          const first = await listGamesByIds(connection, ids.slice(0, 5));
          const place = ids.indexOf(id);
          return {
            position: place < 0 ? null : place + 1,
            found: ids.length,
            first: first.map((game) => ({ id: game.id, name: game.name })),
          };
        },
        (data) => ({ ...data, aliases }),
      );
    },

    tryOut,
  };
}

const subjectOf = ({ kind, id }: queries.DraftId) => `${kind} ${id}`;

const refuseStale = (draft: queries.DraftRow | undefined) =>
  new AppError('changed-meanwhile', {
    current: draft
      ? { version: draft.version, changedBy: draft.changed_by, changedAt: draft.changed_at }
      : { version: 0, isPublished: true },
  });
