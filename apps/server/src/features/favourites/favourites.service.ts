import { AppError } from '@oyna/domain/errors';
import type { Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { CatalogueService } from '../catalogue/catalogue.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import * as queries from './favourites.queries.ts';

/** The list shows at most so many favourites. The rest is stored and not shown. */
const LISTED = 1_000;
const PRICES_AT_ONCE = 500;

export type FavouritesService = ReturnType<typeof createFavouritesService>;

export function createFavouritesService(db: Database, catalogue: Pick<CatalogueService, 'listCards'>) {
  return {
    async list(accountId: number) {
      return withCards(await queries.listFavourites(db, accountId, LISTED));
    },

    /** Asked for twice, it is there once. */
    async add(accountId: number, gameId: number) {
      const isNew = await queries.insertFavourite(db, accountId, gameId);
      const row = await queries.findFavourite(db, accountId, gameId);
      const [favourite] = row ? await withCards([row]) : [];
      if (!favourite) throw new AppError('not-found', { field: 'gameId' });
      return { isNew, favourite };
    },

    async remove(accountId: number, id: number) {
      if (!(await queries.deleteFavourite(db, accountId, id))) throw new AppError('not-found', { field: 'id' });
    },

    clear: (accountId: number) => queries.deleteFavourites(db, accountId),
  };

  async function withCards(rows: Awaited<ReturnType<typeof queries.listFavourites>>) {
    const cards = await catalogue.listCards(rows.map(({ game_id: gameId }) => gameId));
    const byId = new Map(cards.map((card) => [card.id, card]));
    return rows.flatMap(({ id, game_id: gameId, added_price_cents: addedPrice, created_at: createdAt }) => {
      const game = byId.get(gameId);
      return game ? [{ id, createdAt: createdAt.toISOString(), addedPrice, game }] : [];
    });
  }
}

/** Notifies customers about favourites that became cheaper, once per price drop. */
export async function announcePriceDrops(db: Database): Promise<void> {
  for (let taken = PRICES_AT_ONCE; taken === PRICES_AT_ONCE; ) {
    taken = await inTransaction(db, async (transaction) => {
      const moved = await queries.takeMovedPrices(transaction, PRICES_AT_ONCE);
      for (const { account_id: accountId, game_id: gameId, game_name: gameName, from, to } of moved) {
        if (from === null || to >= from) continue;
        await notify(transaction, accountId, 'price-drop', { gameId, gameName, from, to });
      }
      return moved.length;
    });
  }
}
