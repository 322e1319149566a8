import { createGEngine } from '@oyna/providers/g-engine/g-engine';
import { createG2bulk } from '@oyna/providers/g2bulk/g2bulk';
import type { TopUpSupplier } from '@oyna/providers/top-up-supplier';
import type { TopUpConfig } from '../../config/top-ups.ts';

export type TopUpService = 'steam' | 'pubg';

export type TopUpSuppliers = ReadonlyMap<TopUpService, TopUpSupplier>;

/** A supplier that does not answer keeps its buyer waiting no longer than this. */
const TIMEOUT_MS = 15_000;

/** By what each of them tops up. A service without one is not offered. */
export function createTopUpSuppliers({ gEngine, g2bulk }: TopUpConfig): TopUpSuppliers {
  const timeoutMs = TIMEOUT_MS;
  return new Map<TopUpService, TopUpSupplier>([
    ...(gEngine ? [['steam', createGEngine({ ...gEngine, timeoutMs })] as const] : []),
    ...(g2bulk ? [['pubg', createG2bulk({ ...g2bulk, timeoutMs })] as const] : []),
  ]);
}
