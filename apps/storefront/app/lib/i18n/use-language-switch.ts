import { LANGUAGE_QUERY_PARAMETER, type Language } from '@oyna/domain/constants';
import { useCallback } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { rememberLanguage } from './browser-language.ts';
import { useI18n } from './use-translation.ts';

/**
 * Texts and data change in place, without a reload. An address that names a language gets the new one. Rejects when the
 * texts cannot be loaded; the language then stays as it is.
 */
export function useLanguageSwitch(): (language: Language) => Promise<void> {
  const { i18n } = useI18n();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  return useCallback(
    async (language) => {
      await i18n.loadLanguages(language);
      rememberLanguage(language);
      const query = new URLSearchParams(location.search);
      const isInAddress = query.has(LANGUAGE_QUERY_PARAMETER);
      query.set(LANGUAGE_QUERY_PARAMETER, language);
      const renewData = () =>
        isInAddress
          ? navigate({ search: `?${query}`, hash: location.hash }, { replace: true, preventScrollReset: true })
          : revalidate();
      await Promise.all([renewData(), i18n.changeLanguage(language)]);
    },
    [i18n, navigate, revalidate],
  );
}
