import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import type { Translate } from '../../lib/texts.tsx';

export interface Found {
  id: string;
  group: Parameters<Translate<'search'>>[0];
  text: string;
  note: string;
  /** Without a page there is nothing to open. */
  to: string | undefined;
}

export interface SearchAnswer {
  orders: ConsoleSchemas['OrderLine'][];
  customers: { id: number; email: string | null; login: string; phone: string | null; isBlocked: boolean }[];
  games: { id: number; name: string }[];
  promoCodes: { code: string; used: number }[];
  batches: { id: number; product: string; supplier: string; keyCount: number }[];
  key: { id: number; product: string; number: string | null; orderId: string | null; status: string } | null;
}

/** One list for the arrow keys, in groups. */
export function listFound({ orders, customers, games, promoCodes, batches, key }: SearchAnswer): Found[] {
  const orderPath = (orderId: string | null) => (orderId ? `/orders/${encodeURIComponent(orderId)}` : undefined);
  return [
    ...(key
      ? [
          {
            id: `key ${key.id}`,
            group: 'keys' as const,
            text: key.product,
            note: [key.number, key.status].filter(Boolean).join(' · '),
            to: orderPath(key.orderId),
          },
        ]
      : []),
    ...orders.map(({ orderId, number, email, login, name }) => ({
      id: `order ${orderId}`,
      group: 'orders' as const,
      text: number,
      note: [name, email ?? login].filter(Boolean).join(' · '),
      to: orderPath(orderId),
    })),
    ...customers.map(({ id, email, login, phone }) => ({
      id: `customer ${id}`,
      group: 'customers' as const,
      text: email ?? login,
      note: [login, phone].filter(Boolean).join(' · '),
      to: `/customers/${id}`,
    })),
    ...games.map(({ id, name }) => ({
      id: `game ${id}`,
      group: 'games' as const,
      text: name,
      note: `${id}`,
      to: undefined,
    })),
    ...promoCodes.map(({ code, used }) => ({
      id: `promo ${code}`,
      group: 'promo-codes' as const,
      text: code,
      note: `${used}`,
      to: undefined,
    })),
    ...batches.map(({ id, product, supplier, keyCount }) => ({
      id: `batch ${id}`,
      group: 'batches' as const,
      text: `${product} · ${supplier}`,
      note: `${id} · ${keyCount}`,
      to: undefined,
    })),
  ];
}
