import { Counter, Histogram, Registry } from 'prom-client';

export type SalesMetrics = ReturnType<typeof createSalesMetrics>;

/** What this process has sold and refunded since its start. Prometheus sums processes and handles restarts. */
export function createSalesMetrics() {
  const registry = new Registry();
  const paid = new Counter({
    name: 'oyna_orders_paid_total',
    help: 'Payments that were confirmed, by provider',
    labelNames: ['provider'],
    registers: [registry],
  });
  const delivered = new Histogram({
    name: 'oyna_paid_to_delivered_seconds',
    help: 'Time from the confirmation of a payment to its keys, or to the top-up',
    labelNames: ['kind'],
    buckets: [0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800],
    registers: [registry],
  });
  const refunds = new Counter({
    name: 'oyna_refunds_total',
    help: 'Refunds that were paid back (done) or have to be paid back by a person (failed), by provider',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  });
  return {
    registry,
    countPaid: (provider: string) => paid.inc({ provider }),
    countDelivered: (kind: 'keys' | 'top-up', seconds: number) => delivered.observe({ kind }, Math.max(0, seconds)),
    countRefund: (provider: string, outcome: 'done' | 'failed') => refunds.inc({ provider, outcome }),
  };
}
