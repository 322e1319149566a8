import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assertTransition,
  BASKET_STATUS,
  BASKET_TRANSITIONS,
  type CartItem,
  CLAIM_STATUSES,
  CLAIM_TRANSITIONS,
  canTransition,
  cartCount,
  changeCart,
  countCall,
  KEY_STATUSES,
  KEY_TRANSITIONS,
  LIVE_PAYMENT_STATUSES,
  nextSort,
  orderCard,
  PAYMENT_STATUSES,
  PAYMENT_TRANSITIONS,
  pendingCalls,
  REFUND_STATUSES,
  REFUND_TRANSITIONS,
  SORT_FIELDS,
  TOP_UP_STATUS,
  TOP_UP_TRANSITIONS,
  type TransitionTable,
} from './states.ts';

function reachable<S extends string | number>(table: TransitionTable<S>, from: S): Set<S> {
  const seen = new Set<S>();
  const visit = (status: S) => {
    for (const next of table[status].filter((target) => !seen.has(target))) {
      seen.add(next);
      visit(next);
    }
  };
  visit(from);
  return seen;
}

describe('the transition table', () => {
  const tables: [string, TransitionTable<string | number>, readonly (string | number)[]][] = [
    ['basket', BASKET_TRANSITIONS, Object.values(BASKET_STATUS)],
    ['top-up', TOP_UP_TRANSITIONS, Object.values(TOP_UP_STATUS)],
    ['payment', PAYMENT_TRANSITIONS, PAYMENT_STATUSES],
    ['key', KEY_TRANSITIONS, KEY_STATUSES],
    ['refund', REFUND_TRANSITIONS, REFUND_STATUSES],
    ['claim', CLAIM_TRANSITIONS, CLAIM_STATUSES],
  ];

  it.each(tables)('of a %s has a row for every status, and every row names known statuses', (_, table, statuses) => {
    expect(Object.keys(table).sort()).toEqual(statuses.map(String).sort());
    for (const targets of Object.values(table)) {
      expect(statuses).toEqual(expect.arrayContaining([...targets]));
      expect(new Set(targets).size).toBe(targets.length);
    }
  });

  it.each(tables)('of a %s has no transition from a status to itself', (_, table, statuses) => {
    for (const status of statuses) expect(canTransition(table, status, status)).toBe(false);
  });

  it.each(tables)('of a %s refuses unknown statuses', (_, table, statuses) => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer(), fc.constantFrom('constructor', '__proto__')), (unknown) => {
        fc.pre(!statuses.map(String).includes(String(unknown)));
        for (const status of statuses) {
          expect(canTransition(table, unknown, status)).toBe(false);
          expect(canTransition(table, status, unknown)).toBe(false);
        }
      }),
    );
  });

  it('of a basket and of a top-up has the numbers of the API', () => {
    expect(BASKET_STATUS).toEqual({ open: 1, awaitingPayment: 2, paid: 3, cancelled: 4 });
    expect(TOP_UP_STATUS).toEqual({ delivered: 1, waiting: 2, inDelivery: 3, failed: 4, refunded: 5 });
  });
});

describe('a basket', () => {
  it('becomes paid from awaiting payment, or from open by a late payment, and then never changes', () => {
    const into = Object.values(BASKET_STATUS).filter((from) => canTransition(BASKET_TRANSITIONS, from, 3));
    expect(into).toEqual([BASKET_STATUS.open, BASKET_STATUS.awaitingPayment]);
    expect(BASKET_TRANSITIONS[BASKET_STATUS.paid]).toEqual([]);
  });

  it('opens again when its payment fails', () => {
    expect(canTransition(BASKET_TRANSITIONS, BASKET_STATUS.awaitingPayment, BASKET_STATUS.open)).toBe(true);
  });

  it('refuses every other change with a code', () => {
    expect(() => assertTransition(BASKET_TRANSITIONS, 1, 2)).not.toThrow();
    expect(() => assertTransition(BASKET_TRANSITIONS, 3, 1)).toThrow(
      expect.objectContaining({ code: 'state-conflict', details: { from: 3, to: 1 } }),
    );
  });
});

describe('a key', () => {
  it('changes from sold to available only through returned', () => {
    const { returned: _returned, ...rest } = KEY_TRANSITIONS;
    const withoutReturn: typeof KEY_TRANSITIONS = { ...rest, returned: [] };
    expect(reachable(withoutReturn, 'sold')).toEqual(new Set(['disputed', 'sold', 'returned', 'revoked']));
    expect(KEY_STATUSES.filter((from) => canTransition(KEY_TRANSITIONS, from, 'returned'))).toEqual(['sold']);
  });

  it('never leaves revoked', () => {
    expect(KEY_TRANSITIONS.revoked).toEqual([]);
  });

  it('becomes sold only from reserved or disputed', () => {
    expect(KEY_STATUSES.filter((from) => canTransition(KEY_TRANSITIONS, from, 'sold'))).toEqual([
      'reserved',
      'disputed',
    ]);
  });

  it('becomes available again when its reservation ends', () => {
    expect(canTransition(KEY_TRANSITIONS, 'reserved', 'available')).toBe(true);
  });
});

describe('a payment', () => {
  it('becomes paid whenever the money arrives, however late', () => {
    for (const from of ['created', 'pending', 'failed', 'cancelled', 'expired', 'review'] as const) {
      expect(canTransition(PAYMENT_TRANSITIONS, from, 'paid')).toBe(true);
      expect(canTransition(PAYMENT_TRANSITIONS, from, 'refunding')).toBe(true);
    }
  });

  it('changes from paid only to the statuses of a refund', () => {
    expect(reachable(PAYMENT_TRANSITIONS, 'paid')).toEqual(
      new Set(['refunding', 'refund-failed', 'partly-refunded', 'refunded']),
    );
  });

  it('can leave every live status, so that no basket stays frozen', () => {
    for (const status of LIVE_PAYMENT_STATUSES) {
      const ends = [...reachable(PAYMENT_TRANSITIONS, status)];
      expect(ends).toEqual(expect.arrayContaining(['failed', 'paid']));
    }
  });
});

describe('a top-up', () => {
  it('is never delivered after its refund, nor refunded after its delivery', () => {
    expect(reachable(TOP_UP_TRANSITIONS, TOP_UP_STATUS.refunded).size).toBe(0);
    expect(reachable(TOP_UP_TRANSITIONS, TOP_UP_STATUS.delivered).size).toBe(0);
  });

  it('waits, is in delivery, and is delivered or fails; a failed one is refunded or paid late', () => {
    const { delivered, waiting, inDelivery, failed, refunded } = TOP_UP_STATUS;
    expect(TOP_UP_TRANSITIONS[waiting]).toEqual([inDelivery, failed]);
    expect(TOP_UP_TRANSITIONS[inDelivery]).toEqual([delivered, failed]);
    expect(TOP_UP_TRANSITIONS[failed]).toEqual([inDelivery, refunded]);
  });

  it('is not delivered before it was in delivery', () => {
    expect(canTransition(TOP_UP_TRANSITIONS, TOP_UP_STATUS.waiting, TOP_UP_STATUS.delivered)).toBe(false);
  });
});

describe('an order card', () => {
  it('is paid at 1, yellow at 2 and red at anything else', () => {
    expect(orderCard(1).state).toBe('paid');
    expect(orderCard(2)).toEqual({ state: 'waiting', colour: 'yellow' });
    for (const other of [0, 3, 4, -1, Number.NaN])
      expect(orderCard(other)).toEqual({ state: 'not-paid', colour: 'red' });
  });
});

describe('the sort of a list', () => {
  it('starts a new field ascending and toggles the active one', () => {
    const first = nextSort(undefined, 'date');
    expect(first).toEqual({ field: 'date', direction: 'asc' });
    const second = nextSort(first, 'date');
    expect(second).toEqual({ field: 'date', direction: 'desc' });
    expect(nextSort(second, 'date')).toEqual(first);
    expect(nextSort(second, 'amount')).toEqual({ field: 'amount', direction: 'asc' });
    expect(SORT_FIELDS).toEqual(['date', 'amount']);
  });
});

const item = (productId: number, count: number, price = 100): CartItem => ({ productId, count, price });
const anyItem = fc.record({ productId: fc.nat(5), count: fc.integer({ min: 1, max: 50 }), price: fc.nat(10_000) });

describe('a cart', () => {
  it('merges counts for an existing product and takes its newest price', () => {
    expect(changeCart([item(1, 2), item(2, 1)], { type: 'add', item: item(1, 3, 90) })).toEqual([
      item(1, 5, 90),
      item(2, 1),
    ]);
    expect(changeCart([], { type: 'add', item: item(1, 1) })).toEqual([item(1, 1)]);
  });

  it('adds nothing for a count of zero or none', () => {
    for (const count of [0, -1, 1.5, Number.NaN]) {
      expect(changeCart([item(1, 2)], { type: 'add', item: item(1, count) })).toEqual([item(1, 2)]);
    }
  });

  it('removes one product and leaves the others', () => {
    expect(changeCart([item(1, 2), item(2, 1)], { type: 'remove', productId: 1 })).toEqual([item(2, 1)]);
  });

  it('sets a count, and removes at zero or less', () => {
    const cart = [item(1, 2), item(2, 1)];
    expect(changeCart(cart, { type: 'set-count', productId: 1, count: 7 })).toEqual([item(1, 7), item(2, 1)]);
    expect(changeCart(cart, { type: 'set-count', productId: 1, count: 1 })).toEqual([item(1, 1), item(2, 1)]);
    for (const count of [0, -3]) {
      expect(changeCart(cart, { type: 'set-count', productId: 1, count })).toEqual([item(2, 1)]);
    }
    expect(changeCart(cart, { type: 'set-count', productId: 1, count: Number.NaN })).toEqual(cart);
    expect(changeCart(cart, { type: 'set-count', productId: 9, count: 1 })).toEqual(cart);
  });

  it('is emptied by clear', () => {
    expect(changeCart([item(1, 2)], { type: 'clear' })).toEqual([]);
  });

  it('keeps what else an item carries', () => {
    const named = { ...item(1, 1), name: 'Oyna' };
    expect(changeCart([named], { type: 'set-count', productId: 1, count: 2 })).toEqual([{ ...named, count: 2 }]);
  });

  it('counts the badge past whatever local storage held', () => {
    expect(cartCount([{ count: 2 }, { count: 3 }, { count: Number.NaN }, { count: -4 }])).toBe(5);
    expect(changeCart([item(1, Number.NaN)], { type: 'add', item: item(1, 2) })).toEqual([item(1, 2)]);
  });

  it('conserves the total when counts merge, and holds each product once', () => {
    fc.assert(
      fc.property(fc.array(anyItem), (items) => {
        const cart = items.reduce((so: CartItem[], next) => changeCart(so, { type: 'add', item: next }), []);
        expect(cartCount(cart)).toBe(cartCount(items));
        expect(new Set(cart.map(({ productId }) => productId)).size).toBe(cart.length);
      }),
    );
  });

  it('is never changed in place', () => {
    const cart = Object.freeze([Object.freeze(item(1, 2))]);
    changeCart(cart, { type: 'add', item: item(1, 1) });
    changeCart(cart, { type: 'set-count', productId: 1, count: 4 });
    changeCart(cart, { type: 'remove', productId: 1 });
    expect(cart).toEqual([item(1, 2)]);
  });
});

describe('the calls that bring the server to the wanted count', () => {
  it('add an increase and remove a decrease', () => {
    expect(countCall(2, 5)).toEqual({ call: 'add', count: 3 });
    expect(countCall(5, 2)).toEqual({ call: 'remove', count: 3 });
    expect(countCall(5, -1)).toEqual({ call: 'remove', count: 5 });
    expect(countCall(5, 5)).toBeUndefined();
    expect(countCall(5, Number.NaN)).toBeUndefined();
  });

  it('lead from any count to any other', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer(), (server, wanted) => {
        const call = countCall(server, wanted);
        const after = server + (call?.call === 'add' ? call.count : -(call?.count ?? 0));
        expect(after).toBe(Math.max(0, wanted));
      }),
    );
  });

  it('are pushed on leaving: hidden items go, changed counts follow, the rest is left alone', () => {
    expect(
      pendingCalls([
        { productId: 1, count: 2 },
        { productId: 2, count: 2, newCount: 3, show: true },
        { productId: 3, count: 2, newCount: 0 },
        { productId: 4, count: 2, show: false },
        { productId: 5, count: 2, newCount: 9, deleted: true },
      ]),
    ).toEqual([
      { productId: 2, call: 'add', count: 1 },
      { productId: 3, call: 'remove', count: 2 },
      { productId: 4, call: 'remove', count: 2 },
    ]);
  });
});
