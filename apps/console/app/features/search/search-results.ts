import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import type { Permission } from '@oyna/domain/permissions';
import type { KeyStatus } from '@oyna/domain/states';
import type { Translate } from '../../lib/texts.tsx';

export interface Found {
  id: string;
  group: Parameters<Translate<'search'>>[0];
  text: string;
  note: string;
  /** Undefined for a key without an order, when the operator may not see the stock. */
  to: string | undefined;
}

export interface SearchAnswer {
  orders: ConsoleSchemas['OrderLine'][];
  customers: { id: number; email: string | null; login: string; phone: string | null; isBlocked: boolean }[];
  games: { id: number; name: string }[];
  promoCodes: { id: number; code: string; used: number }[];
  batches: { id: number; productId: number; product: string; supplier: string; keyCount: number }[];
  key: {
    id: number;
    productId: number;
    product: string;
    number: string | null;
    orderId: string | null;
    status: KeyStatus;
  } | null;
}

interface Reader {
  t: Translate<'search'>;
  may(permission: Permission): boolean;
}

/** One list for the arrow keys, in groups. */
export function listFound(answer: SearchAnswer, { t, may }: Reader): Found[] {
  const { orders, customers, games, promoCodes, batches, key } = answer;
  const orderPath = (orderId: string) => `/orders/${encodeURIComponent(orderId)}`;
  const keyPath = ({ orderId, productId }: NonNullable<SearchAnswer['key']>) => {
    if (orderId) return orderPath(orderId);
    return may('stock:read') ? `/stock/${productId}` : undefined;
  };
  return [
    ...(key
      ? [
          {
            id: `key ${key.id}`,
            group: 'keys' as const,
            text: key.product,
            note: [key.number, t(`key-${key.status}`)].filter(Boolean).join(' · '),
            to: keyPath(key),
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
      to: `/catalogue/${id}`,
    })),
    ...promoCodes.map(({ id, code, used }) => ({
      id: `promo ${code}`,
      group: 'promo-codes' as const,
      text: code,
      note: `${used}`,
      to: `/promo/${id}`,
    })),
    ...batches.map(({ id, productId, product, supplier, keyCount }) => ({
      id: `batch ${id}`,
      group: 'batches' as const,
      text: `${product} · ${supplier}`,
      note: `${id} · ${keyCount}`,
      to: `/stock/${productId}`,
    })),
  ];
}

const SHORTEST = 2;
export const isLongEnough = (text: string): boolean => text.length >= SHORTEST;

interface Shown {
  found: readonly Found[];
  /** These are the results of what is typed now. Until then no key chooses or opens one of them. */
  isAnswered: boolean;
}

/** The last answer stays on the screen until the next one comes, so that the list does not flicker. */
export function listShown(
  typed: string,
  answer: { text: string; found: readonly Found[] } | undefined,
  recent: readonly Found[],
): Shown {
  if (typed === '') return { found: recent, isAnswered: true };
  if (!isLongEnough(typed)) return { found: [], isAnswered: true };
  return { found: answer?.found ?? [], isAnswered: answer?.text === typed };
}
