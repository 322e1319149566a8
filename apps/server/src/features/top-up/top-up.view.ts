import { TOP_UP_STATUS } from '@oyna/domain/states';
import type { ShownRow } from './top-up.queries.ts';

/** How far it has come, for people. */
export const STAGES = ['accepted', 'paid', 'delivering', 'delivered', 'refunding', 'refunded', 'not-paid'] as const;
export type Stage = (typeof STAGES)[number];

export function topUpOf(row: ShownRow, providerLabel: (provider: string) => string) {
  return {
    id: row.order_id,
    number: row.number,
    createdDate: row.created_at.toISOString(),
    statusId: row.status,
    stage: stageOf(row),
    service: row.service,
    productId: row.product_id,
    name: row.name,
    account: row.account,
    accountName: row.account_name,
    price: row.base_cents,
    amount: row.amount,
    currency: row.currency,
    charged: { amount: row.charged, currency: row.charged_currency },
    provider: row.provider,
    providerLabel: providerLabel(row.provider),
    link_url: row.payment_status === 'pending' ? row.link_url : null,
    paidAt: row.paid_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    refundedAt: row.refunded_at?.toISOString() ?? null,
    isDelayed: row.is_delayed,
  };
}

function stageOf({ status, tries, paid_at: paidAt }: ShownRow): Stage {
  switch (status) {
    case TOP_UP_STATUS.delivered:
      return 'delivered';
    case TOP_UP_STATUS.waiting:
      return 'accepted';
    case TOP_UP_STATUS.inDelivery:
      return tries === 0 ? 'paid' : 'delivering';
    case TOP_UP_STATUS.failed:
      return paidAt === null ? 'not-paid' : 'refunding';
    case TOP_UP_STATUS.refunded:
      return 'refunded';
  }
}
