import { AppError } from '@oyna/domain/errors';
import { convertFromCents, parseRate } from '@oyna/domain/money';
import { vatIn, vatRateText } from '@oyna/domain/vat';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/connection.ts';
import { findReceipt, type ReceiptRow } from './receipt.queries.ts';

export interface Seller {
  name: string;
  /** Name, registration number and address, as the public offer has them. */
  details: string | undefined;
  taxId: string | undefined;
  email: string;
}

interface ReceiptParts {
  db: Database;
  seller: Seller;
  providerLabel: (provider: string) => string;
}

export type Receipts = ReturnType<typeof createReceipts>;
export type Receipt = ReturnType<typeof receiptOf>;

/** Receipts of paid orders. Page and mail have the same facts, all frozen with the payment. */
export function createReceipts({ db, seller, providerLabel }: ReceiptParts) {
  return {
    async get(accountId: number, orderId: string): Promise<Receipt> {
      const row = await findReceipt(db, orderId, accountId);
      if (!row) throw new AppError('not-found', { field: 'orderId' });
      return receiptOf(row, seller, providerLabel(row.provider));
    },

    /** For the mail to its buyer. Undefined while it is not paid. */
    async find(orderId: string): Promise<Receipt | undefined> {
      const row = await findReceipt(db, orderId);
      return row && receiptOf(row, seller, providerLabel(row.provider));
    },
  };
}

export const sellerOf = ({ storeName, contacts }: Pick<Config, 'storeName' | 'contacts'>): Seller => ({
  name: storeName,
  details: contacts.seller,
  taxId: contacts.sellerTaxId,
  email: contacts.supportEmail,
});

function receiptOf(row: ReceiptRow, seller: Seller, providerLabel: string) {
  const { amount, currency, vat_rate: vatRate } = row;
  const refunds = (row.refunds ?? []).map(({ amount: sum, doneAt }) => ({
    amount: sum,
    doneAt: new Date(doneAt).toISOString(),
  }));
  return {
    orderId: row.order_id,
    number: row.number,
    paidAt: row.paid_at.toISOString(),
    providerLabel,
    seller: { ...seller, details: seller.details ?? null, taxId: seller.taxId ?? null },
    currency,
    items: row.items,
    /** Already taken off the items. */
    discount: row.promo_code === null ? null : { code: row.promo_code, amount: discountOf(row) },
    /** The store takes none from its customers. */
    fee: 0,
    amount,
    rate: { unitsPerDollar: row.rate.replace(/\.?0+$/, ''), at: row.rate_at.toISOString() },
    vat: vatRate === null ? null : { percent: vatRateText(vatRate), amount: vatIn(amount, vatRate) },
    refunds,
  };
}

function discountOf({ discount_cents: cents, rate, currency }: ReceiptRow): number {
  const parsed = parseRate(rate);
  return (parsed && convertFromCents(cents, parsed, currency)) ?? 0;
}
