/**
 * The registry of top-up suppliers. A new supplier is a folder here, a line in this list, and a sandbox of the same name
 * in `packages/sandboxes`. Of two suppliers for one service the first that has credentials is used.
 */
import { gEngine } from './g-engine/g-engine.ts';
import { g2bulk } from './g2bulk/g2bulk.ts';
import type { TopUpSupplierDefinition } from './top-up-supplier.ts';

export const TOP_UP_SUPPLIERS: readonly TopUpSupplierDefinition[] = [gEngine, g2bulk];
