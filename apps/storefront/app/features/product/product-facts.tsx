import type { TFunction } from 'i18next';
import { regionName, typeName } from '~/lib/game-words.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { Offer } from './offer.ts';
import styles from './product-facts.module.css';

export interface GameFacts {
  platform: string;
  type: string;
  region: string;
  developer: string | null;
  publisher: string | null;
  /** In the page's language; undefined where a date says nothing about the product. */
  releasedOn: string | undefined;
}

/** Platforms and regions of the available offers; without offers, those of the game. */
export function ProductFacts({ game, offers }: { game: GameFacts; offers: readonly Offer[] }) {
  const { t } = useTranslation('product');
  const { t: common } = useTranslation();
  const all = (key: 'platform' | 'type' | 'region') =>
    offers.length > 0 ? [...new Set(offers.map((offer) => offer[key]))] : [game[key]];
  const facts = [
    { name: t('fact-platform'), value: all('platform').join(', ') },
    {
      name: t('fact-type'),
      value: all('type')
        .map((type) => typeName(type, common))
        .join(', '),
    },
    { name: t('fact-region'), value: listRegions(all('region'), common) },
    { name: t('fact-delivery'), value: offers.length > 0 && t('delivery-now') },
    { name: t('fact-developer'), value: game.developer === game.publisher ? undefined : game.developer },
    { name: t('fact-publisher'), value: game.publisher },
    { name: t('fact-release'), value: game.releasedOn },
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(
        ({ name, value }) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** "Global" comes last, in lower case within a list. */
function listRegions(regions: string[], t: TFunction): string {
  const parts = regions.filter((region) => region !== 'Global').map((region) => regionName(region, t));
  if (parts.length === regions.length) return parts.join(', ');
  const world = regionName('Global', t);
  return [...parts, parts.length > 0 ? world.toLowerCase().replace(' ', '\u00a0') : world].join(', ');
}
