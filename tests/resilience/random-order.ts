import { AppError } from '@oyna/domain/errors';
import { PAYMENT_PROVIDERS } from '@oyna/providers/payment-providers';
import { createRandom } from '@oyna/sandboxes/sandbox.callbacks';
import { sql } from 'kysely';
import type { TestStore } from '../../apps/server/src/testing/test-store.ts';
import { dropCallbacks } from './callbacks.ts';
import { findFaults } from './invariant-check.ts';
import { BUYER_ACTIONS } from './random-order.buyers.ts';
import { CLAIM_ACTIONS } from './random-order.claims.ts';
import { OPERATOR_ACTIONS, settleEverything } from './random-order.operators.ts';
import { REFUND_ACTIONS } from './random-order.refunds.ts';
import { type Chance, createWorld } from './random-order.world.ts';
import { forEachConcurrently, pickRandom } from './test-environment.ts';

/** The policy replaces keys of trusted buyers as often as they claim. */
export const RANDOM_ORDER_ENVIRONMENT = {
  RATE_LIMITS: 'off',
  REPLACEMENT_PURCHASES: '0',
  REPLACEMENT_BATCH_PERCENT: '100',
  REPLACEMENT_DAILY_BUDGET: '100000',
  REPLACEMENT_INTERVAL_DAYS: '0',
};

export interface RandomOrderOptions {
  operations: number;
  seed: number;
  atOnce: number;
  /** Each payment provider loses this many callbacks. */
  lostCallbacks?: number;
}

export interface RandomOrderResult {
  /** How often each operation was done, and how often it was refused. */
  counts: Record<string, { done: number; refused: number }>;
  /** What became of the payments. */
  payments: PaymentCounts;
  /** What became of claims and of refunded keys. */
  keys: KeyCounts;
  faults: string[];
}

interface PaymentCounts {
  paid: number;
  discounted: number;
  lateDelivered: number;
  lateRefunded: number;
  refunded: number;
  partlyRefunded: number;
  closedByHand: number;
}

interface KeyCounts {
  replacedAtOnce: number;
  replacedByOperator: number;
  claimsRefunded: number;
  claimsRefused: number;
  returned: number;
  revoked: number;
}

const LATE_ROUNDS = 10;

/** Draws operations from the seed, runs them concurrently, waits until nothing is open, and checks all invariants. */
export async function runInRandomOrder(store: TestStore, options: RandomOrderOptions): Promise<RandomOrderResult> {
  const { operations, seed, atOnce, lostCallbacks = 0 } = options;
  const random = createRandom(seed);
  const world = await createWorld(store, operations, random);
  const plan = Array.from({ length: operations }, () => drawOperation(random));
  const counts: RandomOrderResult['counts'] = {};
  const faults: string[] = [];
  for (const { name } of PAYMENT_PROVIDERS) await dropCallbacks(store, name, lostCallbacks);
  await forEachConcurrently(plan, atOnce, async ({ name, action, chance }) => {
    counts[name] ??= { done: 0, refused: 0 };
    const count = counts[name];
    try {
      const isDone = await action(world, chance);
      count[isDone ? 'done' : 'refused'] += 1;
    } catch (error) {
      if (error instanceof AppError) count.refused += 1;
      else faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  let remaining = [...(await settleEverything(world)), ...(await findFaults(store))];
  // A callback may arrive after everything was quiet, or be lost. Then the store asks the provider about a payment that was
  // given up, within a minute. Here it asks at once.
  for (let round = 0; round < LATE_ROUNDS && remaining.length > 0; round++) {
    await sql`UPDATE payment SET next_check_at = now() WHERE paid_at IS NULL AND next_check_at IS NOT NULL`.execute(
      store.database,
    );
    remaining = [...(await settleEverything(world)), ...(await findFaults(store))];
  }
  const [payments, keys] = [await countPayments(store), await countKeys(store)];
  return { counts, payments, keys, faults: [...faults, ...remaining] };
}

async function countPayments({ database }: TestStore): Promise<PaymentCounts> {
  const { rows } = await sql<PaymentCounts>`
    WITH settled AS (SELECT *, EXISTS (SELECT FROM refund WHERE payment_id = payment.id AND reason = 'late') AS is_back
      FROM payment WHERE paid_at IS NOT NULL)
    SELECT count(*)::integer AS paid, count(*) FILTER (WHERE discount_cents > 0 AND NOT is_back)::integer AS discounted,
      count(*) FILTER (WHERE given_up_at IS NOT NULL AND NOT is_back)::integer AS "lateDelivered",
      count(*) FILTER (WHERE is_back)::integer AS "lateRefunded",
      count(*) FILTER (WHERE status = 'refunded')::integer AS refunded,
      count(*) FILTER (WHERE status = 'partly-refunded')::integer AS "partlyRefunded",
      (SELECT count(*)::integer FROM refund WHERE detail LIKE 'closed by hand%') AS "closedByHand"
    FROM settled`.execute(database);
  return rows[0] as PaymentCounts;
}

async function countKeys({ database }: TestStore): Promise<KeyCounts> {
  const { rows } = await sql<KeyCounts>`
    SELECT count(*) FILTER (WHERE is_automatic)::integer AS "replacedAtOnce",
      count(*) FILTER (WHERE status = 'replaced' AND NOT is_automatic)::integer AS "replacedByOperator",
      count(*) FILTER (WHERE status = 'refunded')::integer AS "claimsRefunded",
      count(*) FILTER (WHERE status = 'refused')::integer AS "claimsRefused",
      (SELECT count(*)::integer FROM key_return) AS returned,
      (SELECT count(*)::integer FROM product_key WHERE status = 'revoked') AS revoked
    FROM key_claim`.execute(database);
  return rows[0] as KeyCounts;
}

const ACTIONS = [...BUYER_ACTIONS, ...CLAIM_ACTIONS, ...REFUND_ACTIONS, ...OPERATOR_ACTIONS];
const WEIGHTED = ACTIONS.flatMap((entry) => Array.from({ length: entry.weight }, () => entry));

/** Each operation has a separate random source, so that the plan does not depend on timing. */
function drawOperation(random: Chance) {
  const { name, action } = pickRandom(WEIGHTED, random);
  return { name, action, chance: createRandom(Math.floor(random() * 2 ** 31)) };
}
