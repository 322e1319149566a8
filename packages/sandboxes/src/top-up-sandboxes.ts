/** The registry of supplier sandboxes. Each gets the settings of the store for the supplier of the same name. */
import { createGEngineSandbox } from './g-engine/g-engine.sandbox.ts';
import { createG2bulkSandbox } from './g2bulk/g2bulk.sandbox.ts';
import type { TopUpSandbox } from './top-up-sandbox.ts';

export interface TopUpSandboxDefinition {
  name: string;
  create(settings: object): TopUpSandbox;
}

export const TOP_UP_SANDBOXES: readonly TopUpSandboxDefinition[] = [
  { name: 'g-engine', create: createGEngineSandbox },
  { name: 'g2bulk', create: createG2bulkSandbox },
];
