import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALERT_MESSAGE_TRANSITIONS,
  APPROVAL_STATUSES,
  APPROVAL_TRANSITIONS,
  assertTransition,
  BASKET_STATUS,
  BASKET_TRANSITIONS,
  CLAIM_STATUSES,
  CLAIM_TRANSITIONS,
  canTransition,
  GIFT_STATUSES,
  GIFT_TRANSITIONS,
  KEY_IMPORT_STATUSES,
  KEY_IMPORT_TRANSITIONS,
  KEY_STATUSES,
  KEY_TRANSITIONS,
  LIVE_PAYMENT_STATUSES,
  MESSAGE_STATUSES,
  MESSAGE_TRANSITIONS,
  needsOperator,
  orderCard,
  PAYMENT_STATUSES,
  PAYMENT_TRANSITIONS,
  PRICE_CHANGE_STATUSES,
  PRICE_CHANGE_TRANSITIONS,
  REFUND_STATUSES,
  REFUND_TRANSITIONS,
  REVIEW_STATUSES,
  REVIEW_TRANSITIONS,
  statusesBefore,
  TOP_UP_STATUS,
  TOP_UP_TRANSITIONS,
  type TransitionTable,
  takenBackStatus,
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
    ['approval', APPROVAL_TRANSITIONS, APPROVAL_STATUSES],
    ['basket', BASKET_TRANSITIONS, Object.values(BASKET_STATUS)],
    ['top-up', TOP_UP_TRANSITIONS, Object.values(TOP_UP_STATUS)],
    ['payment', PAYMENT_TRANSITIONS, PAYMENT_STATUSES],
    ['key', KEY_TRANSITIONS, KEY_STATUSES],
    ['refund', REFUND_TRANSITIONS, REFUND_STATUSES],
    ['claim', CLAIM_TRANSITIONS, CLAIM_STATUSES],
    ['message', MESSAGE_TRANSITIONS, MESSAGE_STATUSES],
    ['gift', GIFT_TRANSITIONS, GIFT_STATUSES],
    ['review', REVIEW_TRANSITIONS, REVIEW_STATUSES],
    ['price change', PRICE_CHANGE_TRANSITIONS, PRICE_CHANGE_STATUSES],
    ['key import', KEY_IMPORT_TRANSITIONS, KEY_IMPORT_STATUSES],
    ['alert message', ALERT_MESSAGE_TRANSITIONS, ['waiting', 'sent', 'dropped']],
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

it('names the statuses before another', () => {
  expect(statusesBefore(KEY_TRANSITIONS, 'sold')).toEqual(['reserved', 'disputed']);
  expect(statusesBefore(TOP_UP_TRANSITIONS, TOP_UP_STATUS.failed)).toEqual([2, 3]);
  expect(statusesBefore(BASKET_TRANSITIONS, BASKET_STATUS.paid)).toEqual([1, 2]);
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

describe('an operator', () => {
  it('decides about a payment under review and about a refund that failed', () => {
    expect(PAYMENT_STATUSES.filter(needsOperator)).toEqual(['review', 'refund-failed']);
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

describe('a price change', () => {
  it('is cancelled before its start, undone while its prices hold, and stays as it is afterwards', () => {
    expect(PRICE_CHANGE_STATUSES.map((status) => [status, takenBackStatus(status)])).toEqual([
      ['scheduled', 'cancelled'],
      ['applied', 'undone'],
      ['ended', undefined],
      ['undone', undefined],
      ['cancelled', undefined],
      ['missed', undefined],
    ]);
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
