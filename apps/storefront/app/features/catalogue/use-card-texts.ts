import type { Language, ProductType } from '@oyna/domain/constants';
import type { TFunction } from 'i18next';
import { useTranslation } from '~/lib/i18n/use-translation.ts';

interface CardTexts {
  types: Record<string, string>;
  regions: Record<string, string>;
  priceNotAvailable: string;
  oldPrice: string;
}

const known = new Map<Language, CardTexts>();

/** The words on cards, looked up once per language: a page has a hundred cards and the same ten words. */
export function useCardTexts(): CardTexts {
  const { t, language } = useTranslation();
  const texts = known.get(language) ?? readTexts(t);
  known.set(language, texts);
  return texts;
}

function readTexts(t: TFunction): CardTexts {
  return {
    types: {
      Key: t('type-key'),
      Services: t('type-gift-card'),
      Subscription: t('type-subscription'),
      Currency: t('type-currency'),
      TopUp: t('type-top-up'),
    } satisfies Record<ProductType, string>,
    // The rest are codes of countries, the same in every language.
    regions: { Global: t('region-global'), CIS: t('region-cis'), EU: t('region-eu') },
    priceNotAvailable: t('price-not-available'),
    oldPrice: t('old-price'),
  };
}

/** "Steam · Key · KZ" */
export function factsLine(game: { platform: string; type: string; region: string }, texts: CardTexts): string {
  const { platform, type, region } = game;
  return [platform, texts.types[type] ?? type, texts.regions[region] ?? region].filter(Boolean).join(' · ');
}
