/** Which keys of an order item a refund takes back, and how. */

/**
 * How a customer sees a key: the buyer on the order page or in a mail, or the recipient of a gift. Openings by an operator have
 * other channels.
 */
export const OPENING_CHANNELS = ['page', 'mail', 'gift'] as const;
export type OpeningChannel = (typeof OPENING_CHANNELS)[number];

export interface DeliveredKey {
  id: number;
  /** Its buyer has seen it, on the order page or in a mail. */
  isOpened: boolean;
  /** A claim names it. A claimed key is not sold again. */
  isClaimed: boolean;
  /** A gift that waits to be opened. */
  isGift?: boolean;
  replacesKeyId: number | null;
}

export interface KeyWithdrawal {
  /** Never opened: they go back to stock. */
  returned: number[];
  revoked: number[];
}

/**
 * Takes back `count` keys of one order item: first the named keys, then the keys that were never opened, and of these the
 * gifts last. The keys that a key replaced are taken back with it.
 */
export function planKeyWithdrawal(
  keys: readonly DeliveredKey[],
  count: number,
  named: readonly number[] = [],
): KeyWithdrawal {
  const replaced = new Set(keys.map(({ replacesKeyId }) => replacesKeyId));
  const current = keys.filter(({ id }) => !replaced.has(id));
  const rank = (key: DeliveredKey) => (named.includes(key.id) ? 0 : !canReturn(key) ? 3 : key.isGift ? 2 : 1);
  const taken = current.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id).slice(0, Math.max(0, count));
  return {
    returned: taken.filter(canReturn).map(({ id }) => id),
    revoked: taken.flatMap((key) => {
      const predecessors = listPredecessors(keys, key);
      return canReturn(key) ? predecessors : [key.id, ...predecessors];
    }),
  };
}

const canReturn = ({ isOpened, isClaimed }: DeliveredKey) => !isOpened && !isClaimed;

function listPredecessors(keys: readonly DeliveredKey[], { replacesKeyId }: DeliveredKey): number[] {
  const before = keys.find(({ id }) => id === replacesKeyId);
  return before ? [before.id, ...listPredecessors(keys, before)] : [];
}
