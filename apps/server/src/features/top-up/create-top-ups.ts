import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { Payments } from '../payment/create-payments.ts';
import { createTopUpSuppliers } from './top-up.suppliers.ts';
import { createTopUpDelivery } from './top-up-delivery.service.ts';
import type { TopUpAnnouncements } from './top-up-messages.ts';

interface TopUpsParts {
  config: Pick<Config, 'topUps' | 'publicUrl'>;
  db: Database;
  payments: Payments;
  announce: TopUpAnnouncements;
}

export type TopUps = ReturnType<typeof createTopUps>;

/** What both the web server and the worker use. */
export function createTopUps({ config, db, payments, announce }: TopUpsParts) {
  const suppliers = createTopUpSuppliers(config.topUps);
  const { publicUrl } = config;
  return { suppliers, delivery: createTopUpDelivery({ db, suppliers, payments, announce, publicUrl }) };
}
