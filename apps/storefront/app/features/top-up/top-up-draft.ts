import type { TopUp } from '@oyna/api-client/models';
import { readStored, store } from '../../lib/browser-storage.ts';

export type Service = 'steam' | 'pubg';

/** What was entered, as text: it is checked again when it is used. */
export interface Draft {
  account: string;
  /** Steam. */
  amount?: string;
  currency?: string;
  /** What was typed before the currency was switched. */
  typedAmount?: string;
  typedCurrency?: string;
  /** PUBG. */
  productId?: string;
  provider?: string;
  /** The customer chose to continue without an account and is not asked again. */
  isGuest?: boolean;
}

/** A sum as it is shown and as it was typed. They differ once the currency has been switched. */
export const typedSum = (amount: string, currency: string) => ({
  amount,
  currency,
  typedAmount: amount,
  typedCurrency: currency,
});

/** The same top-up once more. */
export function draftOf(
  topUp: Pick<TopUp, 'service' | 'account' | 'productId' | 'amount' | 'currency'>,
  isGuest: boolean,
): Draft {
  const { service, account, productId, amount, currency } = topUp;
  if (service === 'pubg') return { account, productId: String(productId), isGuest };
  return { account, ...(currency && typedSum(String(amount), currency)), isGuest };
}

const TEXT_FIELDS = ['account', 'amount', 'currency', 'typedAmount', 'typedCurrency', 'productId', 'provider'];

const keyOf = (service: Service) => `topUpDraft ${service}`;

/** Survives a refresh and the way to Google or VK; in this tab only. */
export function saveDraft(service: Service, draft: Draft): void {
  store('sessionStorage', keyOf(service), JSON.stringify(draft));
}

/** Anything may have been written there. */
export function readDraft(service: Service): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(readStored('sessionStorage', keyOf(service)) ?? '');
    if (typeof kept !== 'object' || kept === null) return undefined;
    const texts = Object.entries(kept).filter(([, value]) => typeof value === 'string' && value.length <= 100);
    const known = texts.filter(([name]) => TEXT_FIELDS.includes(name));
    return {
      account: '',
      ...Object.fromEntries(known),
      isGuest: 'isGuest' in kept && kept.isGuest === true,
    };
  } catch {
    return undefined;
  }
}
