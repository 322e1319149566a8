import type { Permission } from '@oyna/domain/permissions';
import type { Database } from '../../platform/database/connection.ts';
import type { KeysService } from '../keys/keys.service.ts';
import type { OperatorOrdersService } from '../orders/orders.service.ts';
import * as queries from './lookup.queries.ts';

const SHORTEST = 2;

export type LookupService = ReturnType<typeof createLookupService>;

interface Parts {
  db: Database;
  orders: Pick<OperatorOrdersService, 'listById'>;
  keys: Pick<KeysService, 'findKeyId'>;
}

/** Finds everything that begins with a text, as far as the operator may see it. A pasted key is neither stored nor logged. */
export function createLookupService({ db, orders, keys }: Parts) {
  return {
    async search(typed: string, permissions: readonly Permission[]) {
      const text = typed.normalize('NFC').trim();
      const may = (permission: Permission) => permissions.includes(permission) && text.length >= SHORTEST;
      const mayReadOrders = may('orders:read');
      const [customers, found, keyId, games, promoCodes, batches] = await Promise.all([
        may('customers:read') || mayReadOrders ? queries.findCustomers(db, text) : [],
        mayReadOrders ? queries.findPaymentIds(db, text, beginningOfNumber(text)) : [],
        mayReadOrders ? keys.findKeyId(text) : undefined,
        // As the page that a result opens.
        may('content:read') ? queries.findGames(db, text) : [],
        may('promo:read') ? queries.findPromoCodes(db, text) : [],
        may('stock:read') ? queries.findBatches(db, text) : [],
      ]);
      const buyers = mayReadOrders ? customers.map(({ id }) => id) : [];
      const ofBuyers = buyers.length > 0 ? await queries.findPaymentIdsOfBuyers(db, buyers) : [];
      const orderIds = [...new Set([...found, ...ofBuyers])];
      const [listed, key] = await Promise.all([
        orderIds.length > 0 ? orders.listById(orderIds) : [],
        keyId === undefined ? undefined : queries.findKey(db, keyId),
      ]);
      return {
        orders: listed,
        customers: may('customers:read') ? customers : [],
        key,
        games,
        promoCodes,
        batches,
      };
    },
  };
}

/** OY-7F3K-21 or its beginning, with or without dashes and OY. */
function beginningOfNumber(text: string): string | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '');
  if (!/^[A-Z0-9]{2,14}$/.test(letters)) return null;
  const digits = letters.startsWith('OY') ? letters.slice(2) : letters;
  return `OY-${digits.slice(0, 4)}${digits.length > 4 ? `-${digits.slice(4)}` : ''}`;
}
