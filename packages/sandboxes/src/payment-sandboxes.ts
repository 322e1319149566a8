/** The registry of payment sandboxes. Each gets the settings of the store for the provider of the same name. */
import { createEpointSandbox } from './epoint/epoint.sandbox.ts';
import { createKassa24Sandbox } from './kassa24/kassa24.sandbox.ts';
import type { PaymentSandbox } from './payment-sandbox.ts';
import { createPlatronSandbox } from './platron/platron.sandbox.ts';
import { createTalkBankSandbox } from './talkbank/talkbank.sandbox.ts';

export interface PaymentSandboxDefinition {
  name: string;
  create(settings: object): PaymentSandbox;
}

export const PAYMENT_SANDBOXES: readonly PaymentSandboxDefinition[] = [
  { name: 'platron', create: createPlatronSandbox },
  { name: 'epoint', create: createEpointSandbox },
  { name: 'kassa24', create: createKassa24Sandbox },
  { name: 'talkbank', create: createTalkBankSandbox },
];
