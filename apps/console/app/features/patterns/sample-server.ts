import { GRID_BLOCK } from '../../components/grid/use-grid-rows.ts';

export interface Sample {
  id: number;
  email: string;
  status: 'paid' | 'review' | 'refunded';
  amount: string;
  at: string;
}

export interface SampleOffer {
  id: number;
  name: string;
  platform: string;
  price: string;
}

const PAGE = 12;
const OFFERS = 20_000;
const PLATFORMS = ['Steam', 'PlayStation', 'Xbox'] as const;
const STATUSES = ['paid', 'paid', 'review', 'refunded'] as const;

let newest = 1040;
const versions = new Map<number, Sample['status']>();

const sampleOf = (id: number): Sample => ({
  id,
  email: `customer${id}@example.com`,
  status: versions.get(id) ?? STATUSES[id % STATUSES.length] ?? 'paid',
  amount: `${(id * 37) % 20_000}.00`,
  at: new Date(Date.now() - (newest - id) * 47 * 60_000).toISOString(),
});

const offerOf = (id: number): SampleOffer => ({
  id,
  name: `Game ${Math.ceil(id / 4)} — edition ${id % 4}`,
  platform: PLATFORMS[id % PLATFORMS.length] ?? 'Steam',
  price: `${(id * 7) % 90}.99`,
});

/** Stands in for the API, so that the patterns can be looked at without data. */
export const sampleServer = {
  async listPage(status: string | undefined, after: string | undefined) {
    const first = after === undefined ? newest : Number(after) - 1;
    const all = Array.from({ length: 40 }, (_, place) => sampleOf(first - place));
    const items = all.filter((sample) => !status || sample.status === status).slice(0, PAGE);
    return { items, next: first > 980 ? String(items.at(-1)?.id ?? 0) : null };
  },
  async get(id: number) {
    return sampleOf(id);
  },
  async refund(id: number) {
    versions.set(id, 'refunded');
    return id;
  },
  async undo(id: number) {
    versions.delete(id);
  },
  async listOffers() {
    const ids = Array.from({ length: OFFERS }, (_, place) => place + 1);
    return { ids, items: await sampleServer.getOffers(ids.slice(0, GRID_BLOCK)), next: null, total: null };
  },
  async getOffers(ids: number[]) {
    return ids.map(offerOf);
  },
  addOrders(count: number) {
    newest += count;
  },
};
