import { readStored, store } from '../../lib/browser-storage.ts';

export type Service = 'steam' | 'pubg';

/** What was entered, as text: it is checked again when it is used. */
export interface Draft {
  account: string;
  /** Steam. */
  amount?: string;
  currency?: string;
  /** PUBG. */
  productId?: string;
  provider?: string;
  /** Who has said once to go on without an account is not asked again. */
  isGuest?: boolean;
}

const keyOf = (service: Service) => `topUpDraft ${service}`;

/** Survives a refresh and the way to Google or VK; in this tab only. */
export function keepDraft(service: Service, draft: Draft): void {
  store('sessionStorage', keyOf(service), JSON.stringify(draft));
}

/** Anything may have been written there. */
export function readDraft(service: Service): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(readStored('sessionStorage', keyOf(service)) ?? '');
    if (typeof kept !== 'object' || kept === null) return undefined;
    const texts = Object.entries(kept).filter(([, value]) => typeof value === 'string' && value.length <= 100);
    const { account, amount, currency, productId, provider } = Object.fromEntries(texts) as Record<
      string,
      string | undefined
    >;
    return {
      account: account ?? '',
      ...(amount === undefined ? {} : { amount }),
      ...(currency === undefined ? {} : { currency }),
      ...(productId === undefined ? {} : { productId }),
      ...(provider === undefined ? {} : { provider }),
      isGuest: 'isGuest' in kept && kept.isGuest === true,
    };
  } catch {
    return undefined;
  }
}
