/**
 * The interface of payment providers. Amounts are integers of hundredths. Providers decide nothing: the caller compares
 * amount, currency and order with the stored payment.
 */
import type { CardBrand, CardOrigin, CurrencyCode, Language, PaymentProviderName } from '@oyna/domain/constants';
import type { ConfigurableProvider, Credential, ProviderSettings, SettingsReader } from './provider-settings.ts';
import type { RegistryFormat } from './registry-file.ts';

export interface PaymentOrder {
  /** New for every attempt: providers use it in answers, some refuse a repeated one. At most 50 of A-Z a-z 0-9 - _ */
  orderId: string;
  amount: number;
  currency: CurrencyCode;
  description: string;
  language: Language;
  /** The id is the customer's id at the provider. It must reveal nothing about the customer. */
  customer: { id: string; email?: string | undefined; phone?: string | undefined; ip?: string | undefined };
  /** Where the browser is redirected afterwards. The redirect does not prove a payment. */
  successUrl: string;
  failureUrl: string;
  /** `https://shop.example/api/v1/callbacks/platron`, without a query; `/result` and what else a provider calls is added. */
  callbackUrl: string;
  /** How long the buyer may take. Providers with limits get the nearest value they allow. */
  lifetimeSeconds: number;
}

export type CreatedPayment =
  | { kind: 'redirect'; url: string; providerPaymentId: string }
  /** The browser posts the card with the token to `chargeUrl` and follows the charge_link of the answer. */
  | { kind: 'card-form'; token: string; amount: number; chargeUrl: string; providerPaymentId: string };

/** Stored with the payment. The provider's id is missing when our request was never answered. */
export interface PaymentReference {
  orderId: string;
  providerPaymentId?: string | undefined;
}

export interface CallbackRequest {
  /** The last part of the path it came to: `check`, `result` or `refund`. */
  script: string;
  body: Uint8Array;
  /** The address of the client. The header of a proxy counts only if the shop trusts the proxy. */
  remoteAddress?: string | undefined;
}

export type CallbackReading =
  | { kind: 'verified'; event: PaymentEvent }
  /** Not signed. The shop reads the status. */
  | { kind: 'nudge'; orderId: string }
  | { kind: 'rejected'; reason: 'malformed' | 'signature' | 'address'; detail: string };

interface PaymentFacts {
  orderId: string;
  providerPaymentId: string;
  /** Undefined when what the provider wrote is no amount of whole hundredths: a mismatch, like a wrong one. */
  amount: number | undefined;
  /** As the provider names it, so that a wrong one can be reported. */
  currency: string;
}

export type PaymentEvent =
  /** Platron asks before it takes the money; no answer is a refusal. */
  | (PaymentFacts & { type: 'check'; salt: string })
  | (PaymentFacts & {
      type: 'result';
      status: 'paid' | 'failed' | 'refunded';
      /** Whether `refused` makes the provider give the money back by itself. */
      canReject: boolean;
      salt?: string;
    })
  /** The amount is what went back this time. */
  | (PaymentFacts & { type: 'refund'; refundId: string; salt: string });

/** `failed` asks for the callback again, later: the shop could not record it. */
export type CallbackDecision = { answer: 'accepted' | 'refused' | 'failed'; description?: string };

export interface CallbackAnswer {
  status: number;
  contentType: string;
  body: string;
}

export type ProviderStatus =
  | { status: 'not-found' }
  | {
      /** Kassa24 has one word for `cancelled` and `refunded`: a payment that was paid has been given back. */
      status: 'pending' | 'paid' | 'failed' | 'cancelled' | 'partly-refunded' | 'refunded';
      orderId: string;
      providerPaymentId: string;
      /** Undefined where the provider does not report an amount. */
      amount: number | undefined;
      currency: string | undefined;
      /** Undefined where the provider does not tell. */
      refundedAmount: number | undefined;
      /** The provider's own words, for the operator. */
      detail: string;
    };

/**
 * No provider has idempotency keys. The refunded total keeps a repeated refund from paying twice: it is read first and
 * compared with `refundedBefore`.
 */
export interface RefundRequest {
  amount: number;
  /** What was paid, and how much of it had gone back before this refund was first tried. */
  paid: number;
  refundedBefore: number;
  /** An earlier try was sent and ended `unknown`. If the provider cannot report its result, there is no second try. */
  triedBefore: boolean;
}

export interface RefundResult {
  /** `unknown`: repeat the same request after a minute or later, when the first one is settled. */
  outcome: 'done' | 'pending' | 'refused' | 'unknown';
  detail: string;
}

export interface RefundTry extends RefundResult {
  /** Whether the refund was requested there. If not, this try cannot have moved money. */
  isSent: boolean;
}

export interface PaymentProvider {
  name: PaymentProviderName;
  currencies: readonly CurrencyCode[];
  /** Whether a part of a payment can go back, or only the whole. */
  refunds: 'partial' | 'full';
  createPayment(order: PaymentOrder, signal?: AbortSignal): Promise<CreatedPayment>;
  readCallback(request: CallbackRequest): CallbackReading;
  callbackAnswer(reading: CallbackReading, decision: CallbackDecision): CallbackAnswer;
  readStatus(reference: PaymentReference, signal?: AbortSignal): Promise<ProviderStatus>;
  refund(reference: PaymentReference, request: RefundRequest, signal?: AbortSignal): Promise<RefundTry>;
  /** Absent where the protocol has no call that ends an unpaid payment. */
  cancellation?: {
    /** Whether the same call refunds the payment if the buyer has already paid. */
    reversesPaid: boolean;
    cancel(reference: PaymentReference, signal?: AbortSignal): Promise<void>;
  };
}

/** An entry of the registry: everything that the store needs before the first call. */
export interface PaymentProviderDefinition extends ConfigurableProvider {
  name: PaymentProviderName;
  /** The name for people. */
  label: string;
  /** Whose cards it takes. */
  origin: CardOrigin;
  /** The card brands that its payment page shows. */
  brands: readonly CardBrand[];
  /** Whether the buyer enters the card on the store's page, which sends it to the provider. Otherwise a redirect. */
  hasCardForm: boolean;
  /** How its registry is read for the reconciliation. docs/reconciliation.md has the mapping. */
  registry?: RegistryFormat;
  create(settings: ProviderSettings & { timeoutMs: number }): PaymentProvider;
}

/** Checks that `create` takes exactly what `credentials` and `options` provide. */
export function definePaymentProvider<const Name extends string, Options extends object = object>(
  definition: Omit<PaymentProviderDefinition, 'credentials' | 'options' | 'create'> & {
    credentials: Readonly<Record<Name, Credential>>;
    options?: (reader: SettingsReader) => Options;
    create(
      settings: ProviderSettings & { timeoutMs: number } & Record<NoInfer<Name>, string> & NoInfer<Options>,
    ): PaymentProvider;
  },
): PaymentProviderDefinition {
  return definition;
}

/**
 * How createPayment and readStatus fail. `refused`: the provider said no, and nothing happened there. `unknown`: it may
 * have happened, and the status shows it later. `mismatch`: the answer is about another merchant or a test payment.
 */
export class PaymentProviderError extends Error {
  override name = 'PaymentProviderError';
  readonly reason: 'refused' | 'unknown' | 'mismatch';

  constructor(reason: PaymentProviderError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
