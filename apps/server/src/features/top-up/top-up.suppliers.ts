import type { TopUpSupplier, TopUpSupplierDefinition } from '@oyna/providers/top-up-supplier';
import type { Config } from '../../config.ts';
import type { TopUpService } from './top-up.services.ts';

export type TopUpSuppliers = ReadonlyMap<TopUpService, TopUpSupplier>;

/** How long a buyer waits for a supplier that does not respond. */
const TIMEOUT_MS = 15_000;

/** The supplier of each service. A service without one is not offered. */
export function createTopUpSuppliers(
  definitions: readonly TopUpSupplierDefinition[],
  { suppliers }: Config['topUps'],
): TopUpSuppliers {
  const configured = definitions.flatMap(({ name, service, create }) => {
    const settings = suppliers[name];
    return settings ? [{ service, supplier: create({ ...settings, timeoutMs: TIMEOUT_MS }) }] : [];
  });
  // The first supplier of a service wins.
  return new Map(configured.toReversed().map(({ service, supplier }) => [service, supplier]));
}
