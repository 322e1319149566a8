import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { LANGUAGE_TAGS } from '@oyna/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { useLanguage } from '../../lib/texts.tsx';

export type ActivationRule = ConsoleSchemas['ActivationRule'];

export const readRules = () => callApi((api) => api.GET('/api/v1/activation-rules'));

/** The countries of the store, and what is on sale without a rule. */
export function useActivationFacts() {
  const { data } = useQuery({ queryKey: ['activation', 'facts'], queryFn: readRules });
  return { countries: data?.countries ?? [], missing: data?.missing ?? [] };
}

/** Regions of one country have its code; others have a name. */
export function useRegionName(): (region: string) => string {
  const nameOf = useCountryName();
  return (region) => (/^[A-Z]{2}$/.test(region) ? nameOf(region) : region);
}

export function useCountryName(): (code: string) => string {
  const { language } = useLanguage();
  // Some browsers have no Kazakh names. The Russian ones are nearly the same.
  const names = new Intl.DisplayNames([LANGUAGE_TAGS[language], 'ru'], { type: 'region' });
  return (code) => names.of(code) ?? code;
}
