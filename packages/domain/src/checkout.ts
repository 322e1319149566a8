/**
 * Decides whether an open basket can be paid for now, and what is charged. All facts are read under the lock of the
 * basket. The caller writes the whole plan in the same transaction.
 */
import { type ActivationRule, activation } from './activation.ts';
import { AppError } from './errors.ts';
import { convertFromCents, parseRate, split } from './money.ts';
import { basketSums, mostDiscount, type PromoTerms } from './pricing.ts';
import { BASKET_STATUS, type BasketStatus } from './states.ts';

export interface CheckoutItem {
  productId: number;
  count: number;
  /** US cents: when the buyer last changed the item, and now. */
  keptPrice: number;
  price: number;
  /** Counted no further than needed. Zero when the product is not offered any more. */
  availableCount: number;
  /** Whether the promo code of the basket takes something off the item. */
  isInPromo?: boolean;
}

export interface CheckoutFacts {
  status: BasketStatus;
  items: readonly CheckoutItem[];
  promo: (PromoTerms & { id: number; hasEnded: boolean }) | undefined;
  /** What is left of the budget of the promo code, in US cents. Null without a budget. */
  promoLeft?: number | null;
  /** What other baskets of the buyer hold while they await payment. */
  heldKeys?: number;
  /** Of the last day: each key counts for as long as it was held without being paid. */
  unpaidKeySeconds: number;
  /** Where the buyer activates keys. Undefined when they have not said it. */
  country?: string | undefined;
  /** Platform and region of the items, and the rules that count for them. */
  places?: readonly { productId: number; platform: string; region: string }[];
  rules?: readonly ActivationRule[];
}

export interface ChargeTerms {
  currency: string;
  /** Units of the currency per US dollar. */
  rate: string;
  /** Limits on what one buyer keeps from others without paying. */
  maxKeys: number;
  maxUnpaidKeySeconds: number;
  /** What the page said that the basket costs, in US cents. Undefined when the client does not say it. */
  shownCents?: number | undefined;
  /** What the page said that the method charges, in hundredths of the currency. */
  shownCharge?: number | undefined;
  /** Products of which the page said that they do not work in the buyer's country, and the buyer ticked it. */
  acceptedProductIds?: readonly number[];
}

/** What accounts of one network that have never paid for anything hold together while they await payment. */
export interface NetworkHolds {
  keys: number;
  /** Until the time to pay ends for the first of them. Not positive when it is over and the store is about to give it up. */
  secondsToFirstEnd: number;
}

export interface PaymentPlan {
  /** Hundredths of the currency. */
  amount: number;
  baseCents: number;
  discountCents: number;
  /** The code that lowers the amount. A code that takes nothing off is not part of the payment. */
  promoCodeId: number | null;
  items: { productId: number; count: number; priceCents: number; amount: number }[];
  /** Items whose price has changed since the buyer last touched them. */
  repriced: { productId: number; priceCents: number }[];
  /** Products that may be sold out by this payment. */
  scarceProductIds: number[];
  activationCountry: string | null;
  /** Products that do not work in that country. The buyer has accepted it. */
  activationAccepted: number[];
}

/** With fewer keys than this left, concurrent buyers may take the last ones. */
const FEW_KEYS = 50;

/** Throws `AppError` with the reason why the basket cannot be paid for. */
export function planPayment(facts: CheckoutFacts, terms: ChargeTerms): PaymentPlan {
  assertPayable(facts);
  const refused = listNotActivated(facts);
  if (refused.some((id) => !terms.acceptedProductIds?.includes(id))) {
    throw new AppError('activation-not-confirmed', { productIds: refused });
  }
  const { amount: full, discount } = basketSums(facts.items, facts.promo);
  const baseCents = full - discount;
  assertShown(terms.shownCents, baseCents);
  if (discount > (facts.promoLeft ?? discount)) throw new AppError('promocode-error', { field: 'code' });
  const amount = chargeOf(baseCents, terms);
  if (amount === undefined) throw new AppError('price-unavailable');
  // The price is the same, and the exchange rate may have moved.
  assertShown(terms.shownCharge, amount);
  const shares = split(amount, weightsOf(facts.items, discount));
  const items = facts.items.map(({ productId, count, price }, index) => ({
    productId,
    count,
    priceCents: price,
    amount: shares[index] ?? 0,
  }));
  // A key that cannot be delivered is refunded, so each one has to cost something.
  if (items.some((item) => item.amount < item.count)) throw new AppError('price-unavailable');
  assertMayHold(facts, terms);
  return {
    amount,
    baseCents,
    discountCents: discount,
    promoCodeId: discount > 0 && facts.promo ? facts.promo.id : null,
    items,
    repriced: facts.items
      .filter(({ price, keptPrice }) => price !== keptPrice)
      .map(({ productId, price }) => ({ productId, priceCents: price })),
    scarceProductIds: facts.items
      .filter(({ count, availableCount }) => availableCount - count < FEW_KEYS)
      .map(({ productId }) => productId),
    activationCountry: facts.country ?? null,
    activationAccepted: refused,
  };
}

/** Products of the basket that do not work in the buyer's country. */
const listNotActivated = ({ places = [], country, rules = [] }: CheckoutFacts): number[] =>
  places.filter((place) => activation(place, country, rules) === 'no').map(({ productId }) => productId);

/** In thousandths of a cent, so that equal items have nearly equal shares. */
const FINE = 1_000;

/**
 * By what each item costs after the discount, which lowers only the items in its scope and leaves each of them above
 * zero.
 */
function weightsOf(items: readonly CheckoutItem[], discount: number): number[] {
  const discounts = split(discount * FINE, items.map(mostDiscount));
  return items.map(({ price, count }, index) => price * count * FINE - (discounts[index] ?? 0));
}

function assertPayable({ status, items, promo }: CheckoutFacts): void {
  assertOpenBasket(status);
  if (items.length === 0) throw new AppError('basket-empty');
  // The buyer has seen a price with this code and confirms the new one first.
  if (promo?.hasEnded) throw new AppError('promocode-error', { field: 'code' });
  const short = items.filter(({ count, availableCount }) => availableCount < count);
  if (short.length > 0) throw outOfStock(short);
}

/** Only an open basket is changed or paid for. */
export function assertOpenBasket(status: BasketStatus): void {
  if (status === BASKET_STATUS.awaitingPayment) throw new AppError('basket-frozen');
  if (status !== BASKET_STATUS.open) throw new AppError('state-conflict');
}

export const outOfStock = (items: readonly { productId: number }[]): AppError =>
  new AppError('out-of-stock', { productIds: items.map(({ productId }) => productId) });

/** The buyer confirms a new sum first. A client that does not say what it shows takes any. */
export function assertShown(shown: number | undefined, sum: number): void {
  if (shown !== undefined && shown !== sum) throw new AppError('quote-expired');
}

/** In hundredths of the currency. Undefined without a rate, or when nothing would be charged. */
export function chargeOf(
  baseCents: number,
  { currency, rate }: { currency: string; rate?: string | number | undefined },
): number | undefined {
  const parsed = parseRate(rate);
  return (parsed && convertFromCents(baseCents, parsed, currency)) || undefined;
}

function assertMayHold({ items, heldKeys = 0, unpaidKeySeconds }: CheckoutFacts, terms: ChargeTerms): void {
  const wanted = heldKeys + countKeys(items);
  if (wanted > terms.maxKeys || unpaidKeySeconds > terms.maxUnpaidKeySeconds) throw new AppError('too-many-held');
}

/** When to come back if keys are released at any moment. */
const SOON_SECONDS = 60;

/** Newcomers of one network may hold as many keys as this many accounts. */
const NEWCOMERS_AT_ONCE = 5;
/** A purchase of so few keys is allowed until the network holds this many times more. */
const SMALL_PURCHASE = { maxKeys: 2, factor: 5 };

/**
 * New accounts and guests cost nothing, so one person can be many of them. What they hold from one network is limited, however
 * many they are. A payment that is paid or given up holds nothing, and an account that has paid once does not count. A
 * guest who comes back counts, because each checkout makes a new account: so a small purchase has a higher limit, which one
 * person reaches only with many of them, and honest guests of a shared address can buy. The keys of the purchase are part of
 * what the network holds.
 */
export function assertNetworkMayHold(
  { keys, secondsToFirstEnd }: NetworkHolds,
  purchase: Pick<PaymentPlan, 'items'>,
  maxKeysOfBuyer: number,
): void {
  const isSmall = countKeys(purchase.items) <= SMALL_PURCHASE.maxKeys;
  const maxKeys = maxKeysOfBuyer * NEWCOMERS_AT_ONCE * (isSmall ? SMALL_PURCHASE.factor : 1);
  if (keys <= maxKeys) return;
  const retryAfterSeconds = Math.max(Math.ceil(secondsToFirstEnd), SOON_SECONDS);
  throw new AppError('network-holds-too-many', { details: { retryAfterSeconds } });
}

const countKeys = (items: readonly { count: number }[]): number => items.reduce((total, { count }) => total + count, 0);
