import { signInOperator } from './test-operator.ts';
import type { TestStore } from './test-store.ts';

/** The prices of 40 offers, as a manager sees and changes them in the console. */

export interface PriceRow {
  id: number;
  gameId: number;
  name: string;
  platform: string;
  priceCents: number;
  discountPriceCents: number;
  costCents: number | null;
  marginCents: number | null;
  shownCents: number;
  shownOldCents: number | null;
  version: number;
  planned: { id: number; isApplied: boolean } | null;
  after?: PriceRow | null;
}

interface Change {
  startsAt?: Date;
  endsAt?: Date;
  title?: string;
  isParallel?: boolean;
}

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

export type TestPrices = Awaited<ReturnType<typeof openPrices>>;

export async function openPrices({ database, openConsole }: Pick<TestStore, 'database' | 'openConsole'>) {
  const manager = await signInOperator({ database, openConsole }, 'manager');
  const offers = await database
    .selectFrom('product')
    .select('id')
    .where('type', '=', 'Key')
    .where('available', '=', true)
    .orderBy('id')
    .limit(40)
    .execute();
  const ids = offers.map(({ id }) => id);
  const get = async <Body>(url: string): Promise<Body> => (await manager.get(url)).json();
  const rowsOf = async (wanted: number[]) =>
    (await get<{ items: PriceRow[] }>(`/api/v1/prices/rows?ids=${wanted}`)).items;
  const rowOf = async (id: number) => (await rowsOf([id]))[0] as PriceRow;
  const send = (items: object[], more: object = {}, isParallel = false) =>
    manager.call(
      'POST',
      '/api/v1/price-changes',
      { title: 'Sale', startsAt: null, endsAt: null, items, ...more },
      { isParallel },
    );

  return {
    manager,
    ids,
    get,
    rowsOf,
    rowOf,
    send,
    priceOf: async (id: number) => (await rowOf(id)).discountPriceCents,
    preview: (body: object) => manager.call('POST', '/api/v1/prices/preview', body),
    undo: (id: number) => manager.call('POST', `/api/v1/price-changes/${id}/undo`),
    show: (id: number) =>
      get<{
        status: string;
        conflicts: number;
        items: { productId: number; isRestored: boolean; isApplied: boolean }[];
      }>(`/api/v1/price-changes/${id}`),

    /** Sells these offers at a price, with the versions that they have now. */
    async change(wanted: number[], cents: number, { startsAt, endsAt, title = 'Sale', isParallel }: Change = {}) {
      const rows = await rowsOf(wanted);
      return send(
        rows.map(({ id, version, priceCents }) => ({
          productId: id,
          version,
          priceCents: Math.max(priceCents, cents),
          discountPriceCents: cents,
        })),
        { title, startsAt: startsAt ?? null, endsAt: endsAt ?? null },
        isParallel ?? false,
      );
    },

    /** No changes, and every offer at 20.00. */
    async reset() {
      await database.deleteFrom('price_change').execute();
      await database
        .updateTable('product')
        .set({ price_cents: 2000, price_with_discount_cents: 2000 })
        .where('id', 'in', ids)
        .execute();
    },
  };
}
