import { mapAttributes, mapMainAttributes } from '@oyna/domain/offer-attributes';
import { type OldPricePolicy, offerPricing, type Pricing } from '@oyna/domain/pricing';
import { ratingOf } from '@oyna/domain/review';
import type { Static } from 'typebox';
import { sanitizeHtml } from '../../platform/sanitize-html.ts';
import { pictureOf } from './catalogue.pictures.ts';
import type { CardRow } from './catalogue.queries.ts';
import type { GameCard, Product } from './catalogue.schemas.ts';
import type { listProducts } from './catalogue-lists.queries.ts';

export type OfferRow = Awaited<ReturnType<typeof listProducts>>[number] & {
  description?: string;
  instruction?: string;
};

interface PriceRow {
  price_cents: number | null;
  price_with_discount_cents: number | null;
}

function pricingOf(row: PriceRow & { old_price_extra_cents: number }, policy: OldPricePolicy): Pricing {
  const {
    price_cents: price,
    price_with_discount_cents: priceWithDiscount,
    old_price_extra_cents: oldPriceExtra,
  } = row;
  return offerPricing({ price, priceWithDiscount, oldPriceExtra }, policy);
}

export function pricesOf(
  row: PriceRow,
  shown: Partial<Pricing> | { oldPrice: number | null; discountPercent: number | null },
) {
  return {
    price: row.price_cents,
    priceWithDiscount: row.price_with_discount_cents,
    oldPrice: shown.oldPrice ?? null,
    discountPercent: shown.discountPercent ?? null,
  };
}

export function cardOf(row: CardRow, policy: OldPricePolicy): Static<typeof GameCard> {
  return {
    id: row.id,
    gameId: row.id,
    gameName: row.name,
    name: row.name,
    categoryName: row.category_name,
    typeName: row.type ?? '',
    ...mapMainAttributes((name) => row[name] ?? ''),
    ...pictureOf(row),
    available: row.price_with_discount_cents !== null,
    ...pricesOf(row, pricingOf(row, policy)),
    rating: ratingOf(row.review_stars),
  };
}

export function offerOf(row: OfferRow, policy: OldPricePolicy): Static<typeof Product> {
  return {
    id: row.id,
    name: row.name,
    typeName: row.type,
    edition: row.edition,
    ...mapAttributes((name) => row[name]),
    gameId: row.game_id,
    gameName: row.game_name,
    categoryName: row.category_name,
    ...pictureOf({
      id: row.game_id,
      name: row.game_name,
      art: row.art,
      pictures: row.pictures,
      platform: row.game_platform,
      type: row.game_type,
    }),
    available: row.available,
    ...pricesOf(row, pricingOf(row, policy)),
    ...(row.description === undefined ? {} : { description: sanitizeHtml(row.description) }),
    ...(row.instruction === undefined ? {} : { instruction: sanitizeHtml(row.instruction) }),
  };
}
