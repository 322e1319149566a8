/**
 * The interface of top-up suppliers. Amounts to credit are integers of hundredths, costs integers of US cents. Suppliers
 * decide nothing: the caller stores the order.
 */
import type { TopUpCurrency } from '@oyna/domain/top-up';
import type { ConfigurableProvider, Credential, ProviderSettings } from './provider-settings.ts';

export interface TopUpOrder {
  /** Our idempotency key, stored before the first call: 16 to 50 of A-Z a-z 0-9 - _ */
  code: string;
  /** As the shopper typed it: a Steam login, or a PUBG player's number. */
  account: string;
  /** Hundredths of the currency; Steam only. */
  amount: number;
  currency: TopUpCurrency | null;
  /** The name in the supplier's catalogue, `60 UC`; PUBG only. */
  item: string | null;
  /** Where the supplier reports a change. The report proves nothing: the order is then read. */
  callbackUrl: string;
  /**
   * The time of the first try to execute it without a definite answer; null without such a try. The answer to a later
   * try does not clear it, unless it has the supplier's id. G2Bulk forgets keys after half an hour: an order without
   * its id is not sent again after that, because that could create a second order.
   */
  unansweredSince: Date | null;
}

export type AccountCheck = { outcome: 'valid'; name: string | null } | { outcome: 'not-found' } | { outcome: 'region' };

export type PreparedTopUp =
  | { outcome: 'ready'; costCents: number | null; accountName: string | null }
  | { outcome: 'not-found' | 'region' | 'requote' };

/** The state of an order at the supplier. An unknown state is thrown as a TopUpSupplierError of the reason `unknown`. */
export type SupplierOrder =
  /** Surely never executed. */
  | { status: 'not-found' }
  /** Steam: verified and priced, and may be executed. */
  | { status: 'ready'; costCents: number | null; supplierId: string | null }
  | { status: 'in-progress' | 'delivered'; costCents: number | null; supplierId: string | null }
  /** Final: the buyer gets a refund. */
  | { status: 'failed'; detail: string }
  /** The shop's balance at the supplier is used up. The order waits until an operator adds money. */
  | { status: 'low-balance'; detail: string }
  /** The price no longer holds. */
  | { status: 'requote'; detail: string };

export interface TopUpSupplier {
  name: string;
  /** Whether `read` finds an order by our code. Otherwise it needs the supplier's id, and orders again without it. */
  findsByCode: boolean;
  checkAccount(account: string, signal?: AbortSignal): Promise<AccountCheck>;
  /** In US cents, rounded up: of a sum (Steam) or of an item (PUBG). */
  cost(what: { amount: number; currency: TopUpCurrency } | { item: string }, signal?: AbortSignal): Promise<number>;
  /** Before money is taken. Steam verifies and prices the order; G2Bulk looks at the player and creates nothing. */
  prepare(order: TopUpOrder, signal?: AbortSignal): Promise<PreparedTopUp>;
  /** After the money was taken. However often it is called with one code, there is one delivery. */
  execute(order: TopUpOrder, signal?: AbortSignal): Promise<SupplierOrder>;
  /**
   * Steam: by the code. G2Bulk: by its own id where that is known; otherwise it is given the same order with the same key
   * again, which is answered by the first one.
   */
  read(order: TopUpOrder, supplierId: string | null, signal?: AbortSignal): Promise<SupplierOrder>;
}

/** What can be topped up. The server has the rules of each service in `top-up.services.ts`. */
export type TopUpServiceName = 'steam' | 'pubg';

/** An entry of the registry: everything that the store needs before the first call. */
export interface TopUpSupplierDefinition extends ConfigurableProvider {
  /** What it tops up. */
  service: TopUpServiceName;
  /** Whether it reports changes to `callbackUrl`. */
  sendsCallbacks: boolean;
  create(settings: ProviderSettings & { timeoutMs: number }): TopUpSupplier;
}

/** Every supplier has one credential: an API key. */
export const defineTopUpSupplier = (
  definition: Omit<TopUpSupplierDefinition, 'credentials' | 'create'> & {
    credentials: { apiKey: Credential };
    create(settings: ProviderSettings & { apiKey: string; timeoutMs: number }): TopUpSupplier;
  },
): TopUpSupplierDefinition => definition;

/**
 * `unknown`: a timeout, a dropped connection, a 5xx, an answer that makes no sense: it may have happened. `refused`: it
 * refused the request and did nothing.
 */
export class TopUpSupplierError extends Error {
  override name = 'TopUpSupplierError';
  readonly reason: 'unknown' | 'refused';

  constructor(reason: TopUpSupplierError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
