/**
 * The registry of payment providers, in the order in which buyers see them. A new provider is a folder here, a line in
 * this list, and a sandbox of the same name in `packages/sandboxes`.
 */
import { epoint } from './epoint/epoint.ts';
import { kassa24 } from './kassa24/kassa24.ts';
import type { PaymentProviderDefinition } from './payment-provider.ts';
import { platron } from './platron/platron.ts';
import { talkbank } from './talkbank/talkbank.ts';

export const PAYMENT_PROVIDERS: readonly PaymentProviderDefinition[] = [kassa24, epoint, platron, talkbank];
