import type { Language } from './constants.ts';

type Texts = Record<Language, string>;

/**
 * The text attributes of an offer, and the filters of lists by values. Catalogue files, import, export, drafts, queries, the
 * API, the address of a list, its form and the form of an offer follow these lists.
 */

/** Cards show these, so the summary of a game has them, and every offer of a catalogue file gives them. */
export const MAIN_ATTRIBUTES = ['platform', 'region'] as const;
export type MainAttribute = (typeof MAIN_ATTRIBUTES)[number];

/** As the catalogue file, the columns of `product` and the API name them. A file need not give those that were added later. */
export const OFFER_ATTRIBUTES = [...MAIN_ATTRIBUTES] as const;
export type OfferAttribute = (typeof OFFER_ATTRIBUTES)[number];

interface AttributeDefinition {
  /** The first offer of a new game starts with it, and an offer that gives no value has it. */
  usual: string;
  /** In the form of an offer. */
  label: Texts;
  /** The words of values in filters. Others are shown as they are. */
  values?: Record<string, Texts>;
}

export const ATTRIBUTES: Record<OfferAttribute, AttributeDefinition> = {
  platform: { usual: 'Steam', label: { ru: 'Платформа', en: 'Platform', kz: 'Платформасы' } },
  region: { usual: 'Global', label: { ru: 'Регион', en: 'Region', kz: 'Өңір' } },
};

export const MAX_ATTRIBUTE_LENGTH = 40;

/** Attributes and the type of an offer, and the genres of its game, in the order of addresses. Each may be given several times. */
export const VALUE_FILTERS = ['platform', 'type', 'region', 'genre'] as const;
export type ValueFilter = (typeof VALUE_FILTERS)[number];

/** The titles of the filters, in the order of the form. */
export const FILTER_TITLES: Record<ValueFilter, Texts> = {
  platform: { ru: 'Платформа', en: 'Platform', kz: 'Платформа' },
  region: { ru: 'Регион активации', en: 'Activation region', kz: 'Іске қосу аймағы' },
  type: { ru: 'Тип товара', en: 'Product type', kz: 'Тауар түрі' },
  genre: { ru: 'Жанр', en: 'Genre', kz: 'Жанры' },
};

const mapNames = <Name extends string, T>(names: readonly Name[], pick: (name: Name) => T) =>
  Object.fromEntries(names.map((name) => [name, pick(name)])) as Record<Name, T>;

/** A record with one value per attribute. */
export const mapAttributes = <T>(pick: (attribute: OfferAttribute) => T) => mapNames(OFFER_ATTRIBUTES, pick);
/** A record with one value per main attribute. */
export const mapMainAttributes = <T>(pick: (attribute: MainAttribute) => T) => mapNames(MAIN_ATTRIBUTES, pick);
/** A record with one value per filter. */
export const mapFilters = <T>(pick: (filter: ValueFilter) => T) => mapNames(VALUE_FILTERS, pick);

/** The attributes of an offer that need not give all of them. */
export const attributesOf = (offer: { readonly [Name in OfferAttribute]?: string | undefined }) =>
  mapAttributes((name) => offer[name] ?? ATTRIBUTES[name].usual);
