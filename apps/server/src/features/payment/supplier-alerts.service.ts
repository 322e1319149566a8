import type { Connection } from '../../platform/database/connection.ts';
import * as queries from './payment-alerts.queries.ts';

/** A problem with a supplier is one alert for all orders. It is resolved when the supplier works again. */

const TROUBLES: queries.SupplierTrouble[] = ['supplier-balance', 'supplier-refused'];

export const raiseSupplierAlert = (db: Connection, supplier: string, kind: queries.SupplierTrouble, detail: string) =>
  queries.reopenAlert(db, { provider: supplier, paymentId: null, orderId: 'every top-up', kind, detail });

export const resolveSupplierAlerts = (db: Connection, supplier: string) =>
  queries.resolveAlerts(db, supplier, TROUBLES);
