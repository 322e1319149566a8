import { isAlertMet, type OfferAlert, type SeenOffer } from '@oyna/domain/alerts';
import type { Language, ListedCurrency } from '@oyna/domain/constants';
import { monthNames } from '@oyna/domain/date-text';
import { orderedName } from '@oyna/domain/edition-name';
import { convertFromCents, parseRate } from '@oyna/domain/money';
import { formatMoney } from '@oyna/domain/money-format';
import { type OldPricePolicy, offerPricing } from '@oyna/domain/pricing';
import { STORE_TIME_ZONE } from '@oyna/domain/store-time';
import type { OfferRow } from './alert-offers.queries.ts';
import { type AlertWords, alertWords } from './alert-texts.ts';
import type { AlertRow } from './alerts.queries.ts';

type Pricing = Pick<OfferRow, 'price_cents' | 'price_with_discount_cents' | 'old_price_extra_cents' | 'is_available'>;

/** The prices of an offer as its page shows them, in hundredths of the currency. */
function pricesIn(offer: Pricing, rate: string | undefined, currency: ListedCurrency, policy: OldPricePolicy) {
  const {
    price_cents: price,
    price_with_discount_cents: priceWithDiscount,
    old_price_extra_cents: oldPriceExtra,
  } = offer;
  const shown = offerPricing({ price, priceWithDiscount, oldPriceExtra }, policy);
  const parsed = parseRate(rate);
  const convert = (cents: number | undefined) => parsed && convertFromCents(cents, parsed, currency);
  return { price: convert(shown.price), oldPrice: convert(shown.oldPrice) };
}

/** Old prices make no difference to an alert. */
export const seenOffer = (offer: Pricing, rate: string | undefined, currency: ListedCurrency): SeenOffer => ({
  price: pricesIn(offer, rate, currency, 'catalogue').price,
  isAvailable: offer.is_available,
});

/** Undefined for the ends of discounts, which are not about one offer. */
export function offerAlertOf({ kind, threshold }: Pick<AlertRow, 'kind' | 'threshold'>): OfferAlert | undefined {
  if (kind === 'discount-end') return undefined;
  return kind === 'price-below' ? { kind, threshold: threshold ?? 0 } : { kind };
}

interface Wanted extends Pick<AlertRow, 'kind' | 'threshold' | 'currency'> {
  language: Language;
}

interface Present {
  offer: OfferRow | undefined;
  rate: string | undefined;
  endsAt: Date | undefined;
  policy: OldPricePolicy;
}

/** The words of a message by what is true now. Undefined: it is not true any more. */
export function contentOf(wanted: Wanted, { offer, rate, endsAt, policy }: Present): AlertWords | undefined {
  const { kind, currency, language, threshold } = wanted;
  if (!offer?.is_available) return undefined;
  const { price, oldPrice } = pricesIn(offer, rate, currency, policy);
  const alert = offerAlertOf(wanted);
  if (alert ? !isAlertMet(alert, seenOffer(offer, rate, currency)) : !endsAt) return undefined;
  const text = (amount: number | undefined) => formatMoney(amount, currency, language);
  const shown = text(price);
  if (shown === undefined) return undefined;
  const facts = {
    name: orderedName(offer.name, language),
    price: shown,
    oldPrice: text(oldPrice),
    threshold: text(threshold ?? undefined),
    end: endsAt && momentText(endsAt, language),
  };
  return alertWords(kind, facts, language);
}

/** To the minute, in the time zone of the store: the reader's is not known. */
function momentText(moment: Date, language: Language): string {
  const part = (options: Intl.DateTimeFormatOptions, tag = 'en-GB') =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: STORE_TIME_ZONE }).format(moment);
  const clock = part({ hour: '2-digit', minute: '2-digit' });
  if (language === 'ru') return `${part({ day: 'numeric', month: 'long' }, 'ru')}, ${clock}`;
  const day = part({ day: 'numeric' });
  const month = monthNames(language)[Number(part({ month: 'numeric' })) - 1] ?? '';
  return `${day} ${month}, ${clock}`;
}
