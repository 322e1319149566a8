import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { LANGUAGE_TAGS } from '@oyna/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { useLanguage } from '../../lib/texts.tsx';
import { useRegionName } from '../../lib/use-region-name.ts';

export type ActivationRule = ConsoleSchemas['ActivationRule'];

export const readRules = () => callApi((api) => api.GET('/api/v1/activation-rules'));

/** The countries of the store with their names, the platforms and regions it knows, and what is on sale without a rule. */
export function useActivationFacts() {
  const { data } = useQuery({ queryKey: ['activation', 'facts'], queryFn: readRules });
  const { items = [], countries = [], names = [], platforms = [], missing = [] } = data ?? {};
  // An offer on sale has the region of a rule, or is missing one.
  const regions = [...new Set([...items, ...missing].map(({ region }) => region))];
  return { countries, names, platforms, regions, missing };
}

/** A region of one country has its code, and the store knows more countries than regions by name. */
export function usePlaceName(): (region: string) => string {
  const regionName = useRegionName();
  const countryName = useCountryName();
  return (region) => (countryName(region) === region ? regionName(region) : countryName(region));
}

/** The regions and countries that the store knows, by name. */
export function useRegionChoices(): { value: string; text: string }[] {
  const { language } = useLanguage();
  const nameOf = usePlaceName();
  const { countries, regions } = useActivationFacts();
  return [...new Set([...regions, ...countries])]
    .map((value) => ({ value, text: nameOf(value) }))
    .sort((a, b) => a.text.localeCompare(b.text, LANGUAGE_TAGS[language]));
}

export function useCountryName(): (code: string) => string {
  const { language } = useLanguage();
  const { names } = useActivationFacts();
  return (code) => names.find((name) => name.code === code)?.[language] ?? code;
}
