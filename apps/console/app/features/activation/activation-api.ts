import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { useLanguage } from '../../lib/texts.tsx';

export type ActivationRule = ConsoleSchemas['ActivationRule'];

export const readRules = () => callApi((api) => api.GET('/api/v1/activation-rules'));

/** The countries of the store with their names, and what is on sale without a rule. */
export function useActivationFacts() {
  const { data } = useQuery({ queryKey: ['activation', 'facts'], queryFn: readRules });
  return { countries: data?.countries ?? [], names: data?.names ?? [], missing: data?.missing ?? [] };
}

/** Regions of one country have its code; others have a name. */
export function useRegionName(): (region: string) => string {
  const nameOf = useCountryName();
  return (region) => (/^[A-Z]{2}$/.test(region) ? nameOf(region) : region);
}

export function useCountryName(): (code: string) => string {
  const { language } = useLanguage();
  const { names } = useActivationFacts();
  return (code) => names.find((name) => name.code === code)?.[language] ?? code;
}
