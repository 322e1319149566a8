/** A top-up supplier that does not exist, written as a new one would be: a folder and a line in each registry. */
import {
  defineTopUpSupplier,
  type SupplierOrder,
  type TopUpOrder,
  type TopUpSupplier,
} from '@oyna/providers/top-up-supplier';
import { askSupplier, readCost, type SupplierConnection, unreadable } from '@oyna/providers/top-up-supplier.request';
import { textOf } from '@oyna/providers/wire';

function createUcMarket(options: { baseUrl: string; apiKey: string; timeoutMs: number }): TopUpSupplier {
  const connection: SupplierConnection = { provider: 'UcMarket', ...options };
  const get = (path: string, signal?: AbortSignal) => askSupplier(connection, { method: 'GET', path }, signal);

  /** It finds an order by our code, and orders nothing twice with one code. */
  async function read({ code }: TopUpOrder, signal?: AbortSignal): Promise<SupplierOrder> {
    const { status, body } = await get(`/orders/${code}`, signal);
    if (status === 404) return { status: 'not-found' };
    return { status: 'delivered', costCents: readCost(body['cost']) ?? null, supplierId: textOf(body['id']) };
  }

  return {
    name: 'ucmarket',
    findsByCode: true,
    async checkAccount(account, signal) {
      const { status, body } = await get(`/players/${encodeURIComponent(account)}`, signal);
      return status === 404 ? { outcome: 'not-found' } : { outcome: 'valid', name: textOf(body['name']) };
    },
    async cost(what, signal) {
      const answer = await get(`/prices/${encodeURIComponent('item' in what ? what.item : '')}`, signal);
      const cents = readCost(answer.body['cost']);
      if (cents === undefined) throw unreadable(connection, answer);
      return cents;
    },
    async prepare() {
      return { outcome: 'ready', costCents: null, accountName: null };
    },
    async execute(order, signal) {
      const json = JSON.stringify({ code: order.code, player: order.account, item: order.item });
      await askSupplier(connection, { method: 'POST', path: '/orders', json }, signal);
      return read(order, signal);
    },
    read: (order, _supplierId, signal) => read(order, signal),
  };
}

export const ucmarket = defineTopUpSupplier({
  name: 'ucmarket',
  service: 'pubg',
  sendsCallbacks: false,
  url: 'https://ucmarket.example/api',
  urlVariable: 'UCMARKET_URL',
  credentials: { apiKey: { variable: 'UCMARKET_API_KEY', demo: 'demo-ucmarket-key' } },
  create: createUcMarket,
});
