import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { useLanguage } from '../../lib/texts.tsx';
import { useRegionName } from '../../lib/use-region-name.ts';

export type ActivationRule = ConsoleSchemas['ActivationRule'];

export const readRules = () => callApi((api) => api.GET('/api/v1/activation-rules'));

/** The countries of the store with their names, the platforms it knows, and what is on sale without a rule. */
export function useActivationFacts() {
  const { data } = useQuery({ queryKey: ['activation', 'facts'], queryFn: readRules });
  return {
    countries: data?.countries ?? [],
    names: data?.names ?? [],
    platforms: data?.platforms ?? [],
    missing: data?.missing ?? [],
  };
}

/** A region of one country has its code, and the store knows more countries than regions by name. */
export function usePlaceName(): (region: string) => string {
  const regionName = useRegionName();
  const countryName = useCountryName();
  return (region) => (countryName(region) === region ? regionName(region) : countryName(region));
}

export function useCountryName(): (code: string) => string {
  const { language } = useLanguage();
  const { names } = useActivationFacts();
  return (code) => names.find((name) => name.code === code)?.[language] ?? code;
}
