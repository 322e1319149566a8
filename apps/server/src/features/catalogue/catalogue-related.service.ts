import { AppError } from '@oyna/domain/errors';
import type { OldPricePolicy } from '@oyna/domain/pricing';
import type { Connection } from '../../platform/database/connection.ts';
import { cardOf } from './catalogue.answers.ts';
import type { CardRow } from './catalogue.queries.ts';
import { listRelated, listSoldGames, type RelatedRow } from './catalogue-related.queries.ts';
import { similarGames } from './similar-games.ts';

const SIMILAR_GAMES = 8;
const KINDS = ['base', 'edition', 'dlc'] as const;
type Kind = (typeof KINDS)[number];

export type RelatedService = ReturnType<typeof createRelatedService>;

/** Where a visitor of a game's page can go next. */
export function createRelatedService(db: Connection, oldPricePolicy: OldPricePolicy) {
  const toCard = (row: CardRow) => cardOf(row, oldPricePolicy);
  return {
    /** In the order of the ids. Games that are not sold any more are left out. */
    async listCards(ids: number[]) {
      const rows = new Map((await listSoldGames(db, ids)).map((row) => [row.id, row]));
      return ids.flatMap((id) => {
        const row = rows.get(id);
        return row ? [toCard(row)] : [];
      });
    },

    async listRelated(id: number) {
      const rows = await listRelated(db, id);
      const own = rows.find((row) => row.id === id);
      if (!own) throw new AppError('not-found', { field: 'id' });
      const root = own.base_game_id ?? own.id;
      const kindOf = (row: RelatedRow): Kind | undefined => {
        if (row.id === id) return undefined;
        if (row.id === root) return 'base';
        return row.base_game_id === root ? (row.relation ?? undefined) : undefined;
      };
      const relations = rows
        .flatMap((row) => {
          const kind = kindOf(row);
          return kind ? [{ kind, row }] : [];
        })
        .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || byRelease(a.row, b.row));
      const family = new Set([id, ...relations.map(({ row }) => row.id)]);
      // What cannot be bought is not recommended.
      const others = rows
        .filter((row) => !family.has(row.id) && row.price_with_discount_cents !== null)
        .map((row) => ({ ...row, ...(row.pictures?.length ? {} : { motif: row.art.motif }) }));
      return {
        platform: own.platform ?? '',
        relations: relations.map(({ kind, row }) => ({ kind, game: toCard(row) })),
        similar: similarGames(own, others, SIMILAR_GAMES).map(({ game, reason }) => ({ game: toCard(game), reason })),
      };
    },
  };
}

const byRelease = (a: RelatedRow, b: RelatedRow) =>
  (a.released_on ?? '').localeCompare(b.released_on ?? '') || a.id - b.id;
