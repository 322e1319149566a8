import type { ValueFilter } from '@oyna/domain/offer-attributes';

/** What a list shows of its filters. */
export interface FilterPanel {
  /** What is chosen. Browsers get it as texts and addresses, which are shorter than the code for them. */
  active: readonly ActiveFilter[];
  /** The address without filters. */
  clearHref: string;
  /** In the order of the form. */
  groups: readonly FilterGroup[];
  /** How many games are on sale and in stock, as text. */
  sale: string;
  stock: string;
  /** Empty when the rules of activation could not be loaded. */
  countries: readonly FilterCountry[];
}

export interface ActiveFilter {
  text: string;
  /** The address without it. */
  href: string;
}

export interface FilterGroup {
  name: ValueFilter;
  title: string;
  values: readonly FilterValue[];
}

export interface FilterValue {
  value: string;
  label: string;
  /** "168", or "1 000+" for a lower bound. */
  count: string;
}

export interface FilterCountry {
  id: number;
  code: string;
  name: string;
  /** Whose keys work there. */
  regions: readonly string[];
}

/** "Works for me" is chosen when exactly the regions that work in the country are. */
export function isWorking(country: FilterCountry | undefined, chosen: readonly string[]): boolean {
  if (!country || country.regions.length !== chosen.length || chosen.length === 0) return false;
  return country.regions.every((region) => chosen.includes(region));
}
