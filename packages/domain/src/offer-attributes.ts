/**
 * The text attributes of an offer, as the catalogue file, the columns of `product` and the API name them. The file
 * schema, the import, the export, the comparison, the queries and the responses follow this list.
 */
export const OFFER_ATTRIBUTES = ['platform', 'region'] as const;
export type OfferAttribute = (typeof OFFER_ATTRIBUTES)[number];

export const MAX_ATTRIBUTE_LENGTH = 40;

/** A record with one value per attribute. */
export function mapAttributes<T>(pick: (attribute: OfferAttribute) => T): Record<OfferAttribute, T> {
  return Object.fromEntries(OFFER_ATTRIBUTES.map((name) => [name, pick(name)])) as Record<OfferAttribute, T>;
}
