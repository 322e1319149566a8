import { FALLBACK_LANGUAGE, type PaymentProviderName, PUBG_GAME_ID } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import {
  convertFromCents,
  convertToCents,
  convertUpFromCents,
  crossRate,
  exchangeEntered,
  parseRate,
  rateOf,
} from '@oyna/domain/money';
import {
  addFee,
  CREDITED_CURRENCY,
  QUOTE_SECONDS,
  splitSurcharge,
  type TopUpProvider,
  validateCredit,
} from '@oyna/domain/top-up';
import type { PaymentProvider } from '@oyna/providers/payment-provider';
import { type TopUpSupplier, TopUpSupplierError } from '@oyna/providers/top-up-supplier';
import type { Database } from '../../platform/database/connection.ts';
import type { CatalogueService } from '../catalogue/catalogue.service.ts';
import type { CurrencyService } from '../currency/currency.service.ts';
import * as queries from './top-up.queries.ts';
import { serviceOf, TOP_UP_SERVICES, type TopUpService } from './top-up.services.ts';

export interface QuoteRequest {
  /** 278 is the Steam wallet; anything else a denomination of PUBG Mobile. */
  id: number;
  provider: string;
  /** Whole units of what the provider's cards credit; 0 with PUBG. */
  amount: number;
}

interface QuoteParts {
  db: Database;
  catalogue: Pick<CatalogueService, 'listTopUps'>;
  currency: CurrencyService;
  payments: {
    providers: ReadonlyMap<PaymentProviderName, PaymentProvider>;
    providerLabel: (provider: string) => string;
  };
  suppliers: ReadonlyMap<TopUpService, TopUpSupplier>;
  feePercent: number;
}

/** The requested top-up without its price. */
type Wanted = Pick<queries.NewQuote, 'service' | 'productId' | 'name' | 'amount' | 'currency'>;

export type QuoteService = ReturnType<typeof createQuoteService>;

/** The price of a top-up, fixed for some minutes. */
export function createQuoteService({ db, catalogue, currency, payments, suppliers, feePercent }: QuoteParts) {
  function getProvider(service: TopUpService, name: string): PaymentProvider & { name: TopUpProvider } {
    const provider = Object.hasOwn(CREDITED_CURRENCY, name) ? payments.providers.get(name) : undefined;
    if (!provider) throw new AppError(TOP_UP_SERVICES[service].errors.provider, { field: 'provider' });
    return provider as PaymentProvider & { name: TopUpProvider };
  }

  function getSupplier(service: TopUpService): TopUpSupplier {
    const supplier = suppliers.get(service);
    if (!supplier) throw new AppError('price-unavailable');
    return supplier;
  }

  /** The cost of the supplier and our price, in US cents. */
  async function priceOf(request: QuoteRequest, provider: TopUpProvider): Promise<Wanted & Price> {
    const service = serviceOf(request.id);
    if (TOP_UP_SERVICES[service].sells === 'sum') {
      const credited = CREDITED_CURRENCY[provider];
      const fault = validateCredit(request.amount, credited);
      if (fault) throw new AppError(fault, { field: 'amount' });
      const { amount } = request;
      const costCents = await getSupplier(service).cost({ amount: amount * 100, currency: credited });
      const baseCents = addFee(costCents, feePercent);
      if (baseCents === undefined) throw new AppError('price-unavailable');
      const wanted = { service, productId: request.id, name: 'Steam', amount, currency: credited };
      return { ...wanted, costCents, baseCents };
    }
    const offers = await catalogue.listTopUps(PUBG_GAME_ID, FALLBACK_LANGUAGE);
    const offer = offers.find(({ id }) => id === request.id);
    if (!offer?.available || request.amount !== 0)
      throw new AppError(TOP_UP_SERVICES[service].errors.amount, { field: 'id' });
    const costCents = await getSupplier(service).cost({ item: offer.name });
    const baseCents = offer.priceWithDiscount;
    // An offer that costs more than its price is not sold until the price is corrected.
    if (baseCents === null || costCents > baseCents)
      throw new AppError('price-unavailable', { details: { costCents, baseCents } });
    const wanted = { service, productId: offer.id, name: offer.name, amount: 0, currency: null };
    return { ...wanted, costCents, baseCents };
  }

  return {
    getProvider,
    getSupplier,

    /** Undefined, when the key of the request has a quote already. */
    async create(request: QuoteRequest, requestKey: string | null = null): Promise<queries.QuoteRow | undefined> {
      const provider = getProvider(serviceOf(request.id), request.provider);
      const price = await priceOf(request, provider.name).catch(throwSupplierFault);
      const charge = provider.currencies[0];
      const rate = charge && (await currency.findRate(charge));
      const parsed = rate && parseRate(rate.rate);
      const charged = parsed && convertUpFromCents(price.baseCents, parsed, charge);
      if (!charge || !rate || !charged) throw new AppError('price-unavailable');
      const quote = { ...price, provider: provider.name, charged, chargedCurrency: charge, rate, requestKey };
      return queries.insertQuote(db, quote, QUOTE_SECONDS);
    },

    /** The quote with everything that a shopper sees before paying. */
    async show(quote: queries.QuoteRow) {
      const list = await currency.list();
      const shownIn = CREDITED_CURRENCY[quote.provider];
      const shownRate = rateOf(list, shownIn);
      const listed = list.find(({ name }) => name === shownIn);
      const chargedRate = parseRate(quote.rate);
      const perCharged = shownRate && chargedRate && crossRate(shownRate, chargedRate);
      if (!listed || !shownRate || !perCharged) throw new AppError('price-unavailable');
      const isSame = quote.charged_currency === shownIn;
      const shown = (isSame ? quote.charged : convertUpFromCents(quote.charged, perCharged, shownIn)) ?? 0;
      // A wallet is credited with the sum itself; a pack has its price in the catalogue.
      const credited =
        TOP_UP_SERVICES[quote.service].sells === 'sum'
          ? quote.amount * 100
          : (convertFromCents(quote.base_cents, shownRate, shownIn) ?? shown);
      const percent = TOP_UP_SERVICES[quote.service].sells === 'sum' ? feePercent : 0;
      const { fee, exchange } = splitSurcharge(shown, credited, percent);
      return {
        quoteId: quote.id,
        id: quote.product_id,
        provider: quote.provider,
        providerLabel: payments.providerLabel(quote.provider),
        amount: quote.amount,
        currency: quote.currency,
        credited: creditedOf(quote, list),
        toPay: { amount: quote.charged, currency: quote.charged_currency },
        shown: { amount: shown, currency: shownIn },
        feePercent: percent,
        fee,
        exchange,
        rate: listed.amount,
        rateAt: listed.updatedAt,
        expiresAt: quote.expires_at.toISOString(),
      };
    },
  };
}

interface Price {
  costCents: number;
  baseCents: number;
}

/** The credited sum in the currencies of the shop: exact in its own, rounded in the others. */
function creditedOf({ amount, currency }: queries.QuoteRow, list: Awaited<ReturnType<CurrencyService['list']>>) {
  if (currency === null) return [];
  const own = amount * 100;
  const rate = rateOf(list, currency);
  const dollars = rate && convertToCents(own, rate);
  const credits = [
    { currency: 'KZT' as const, amount: exchangeEntered(own, currency, 'KZT', list) },
    { currency: 'RUB' as const, amount: exchangeEntered(own, currency, 'RUB', list) },
    { currency: 'USD' as const, amount: dollars },
  ];
  return credits.flatMap((credit) => (credit.amount === undefined ? [] : [{ ...credit, amount: credit.amount }]));
}

/** Turns an error of the supplier into an error of the API. */
export function throwSupplierFault(error: unknown): never {
  if (!(error instanceof TopUpSupplierError)) throw error;
  throw new AppError(error.reason === 'unknown' ? 'provider-unavailable' : 'price-unavailable', { cause: error });
}
