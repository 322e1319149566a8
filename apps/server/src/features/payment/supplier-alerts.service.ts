import type { Connection } from '../../platform/database/connection.ts';
import * as queries from './payment-alerts.queries.ts';

/** What a supplier will not do for us, whatever the order: one line for the operator, and none when it is over. */

const TROUBLES: queries.SupplierTrouble[] = ['supplier-balance', 'supplier-refused'];

export const raiseSupplierAlert = (db: Connection, supplier: string, kind: queries.SupplierTrouble, detail: string) =>
  queries.reopenAlert(db, { provider: supplier, paymentId: null, orderId: 'every top-up', kind, detail });

export const resolveSupplierAlerts = (db: Connection, supplier: string) =>
  queries.resolveAlerts(db, supplier, TROUBLES);
