import { AppError } from '@oyna/domain/errors';
import { sql } from 'kysely';
import { createMembers, type Member } from '../../apps/server/src/testing/test-member.ts';
import type { Link } from '../../apps/server/src/testing/test-purchase.ts';
import type { TestStore } from '../../apps/server/src/testing/test-store.ts';
import { stockProduct } from './stock.ts';

/** The data that the operations use. Concurrent operations share it, so two may act for one buyer at once. */
export interface World {
  store: TestStore;
  products: number[];
  codes: string[];
  buyers: Buyer[];
}

export interface Buyer {
  member: Member;
  basketId: string | undefined;
  /** All payment links of the buyer. Old ones are paid late. */
  links: Link[];
}

export type Chance = () => number;

/** Returns true when done, and false when the store refused. */
export type Action = (world: World, chance: Chance) => Promise<boolean>;

export interface NamedAction {
  name: string;
  weight: number;
  action: Action;
}

const OPERATIONS_PER_BUYER = 30;
const FIRST_CODES = 4;

/** Stocks three products: many keys, some keys and few keys. */
export async function createWorld(store: TestStore, operations: number, chance: Chance): Promise<World> {
  const products = [
    await stockProduct(store.database, operations),
    await stockProduct(store.database, Math.ceil(operations / 10)),
    await stockProduct(store.database, Math.ceil(operations / 40)),
  ];
  const members = await createMembers(store, Math.max(4, Math.ceil(operations / OPERATIONS_PER_BUYER)));
  const buyers = members.map((member) => ({ member, basketId: undefined, links: [] }));
  const world: World = { store, products, codes: [], buyers };
  await trustSome(world);
  for (let code = 0; code < FIRST_CODES; code++) await addCode(world, chance);
  return world;
}

/** The limits are low, so that buyers often compete for the last use. */
export async function addCode({ store, codes, products }: World, chance: Chance): Promise<void> {
  const code = `RANDOM-${products[0]}-${codes.length}`;
  codes.push(code);
  await store.database
    .insertInto('promo_code')
    .values({
      code,
      percent: 10 + Math.floor(chance() * 80),
      total_limit: 1 + Math.floor(chance() * 8),
      ...(chance() < 0.3 && { account_limit: 1 }),
      ...(chance() < 0.3 && { minimum_cents: 1 + Math.floor(chance() * 5_000) }),
    })
    .execute();
}

/** Gives every second buyer an old account with a confirmed address, so that the policy may replace their keys at once. */
async function trustSome({ store, buyers }: World): Promise<void> {
  const ids = buyers.filter((_, index) => index % 2 === 0).map(({ member }) => member.accountId);
  await sql`UPDATE account SET created_at = now() - interval '90 days', email_confirmed_at = now(),
    email = login || '@example.com' WHERE id = ANY (${ids}::bigint[])`.execute(store.database);
}

export const OPERATOR = { kind: 'command', id: null, name: 'resilience-test' } as const;
export const countIn = (chance: Chance, most: number) => 1 + Math.floor(chance() * most);

/** Waits for all attempts. The store may refuse. Any other error is a fault. */
export async function anyDone(attempts: Promise<unknown>[]): Promise<boolean> {
  const results = await Promise.allSettled(attempts);
  const fault = results.find((result) => result.status === 'rejected' && !(result.reason instanceof AppError));
  if (fault?.status === 'rejected') throw fault.reason;
  return results.some((result) => result.status === 'fulfilled' && result.value !== false);
}
