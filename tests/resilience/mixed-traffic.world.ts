import type { Member } from '../../apps/server/src/testing/test-member.ts';
import type { ShopAccess } from './test-environment.ts';

export type Chance = () => number;

/** What the traffic uses. */
export interface TrafficWorld {
  shop: ShopAccess & { consoleUrl: string };
  gameIds: readonly number[];
  /** Products with enough keys for the whole time. */
  productIds: readonly number[];
  /** One for each buyer and each cart, so that a basket has one user. */
  members: Member[];
  /** The headers of an operator who is signed in. */
  operator: Record<string, string>;
  /** Counts one answer. */
  count(status: number, what: string): void;
}

/** One kind of visitor. `act` is one visit, drawn from the seed. */
export interface Way {
  name: string;
  /** How many of them are there at the same time. */
  atOnce: number;
  /** The longest pause between two visits. */
  pauseMs: number;
  act(world: TrafficWorld, chance: Chance, index: number): Promise<void>;
}
