import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { Offer } from './offer.ts';
import styles from './product-about.module.css';
import { type DetailGroup, ProductDetails } from './product-details.tsx';
import { type GameFacts, ProductFacts } from './product-facts.tsx';
import { type RelatedGame, RelatedGames } from './related-games.tsx';

interface ProductAboutProps {
  game: GameFacts;
  offers: readonly Offer[];
  groups: readonly DetailGroup[];
  relations: { title: string; games: readonly RelatedGame[] };
}

/** What is known about the game, and what belongs to it. */
export function ProductAbout({ game, offers, groups, relations }: ProductAboutProps) {
  const { t } = useTranslation('product');
  return (
    <div className={styles.about}>
      <section aria-label={t('tabs')} className={styles.facts}>
        <ProductFacts game={game} offers={offers} />
      </section>
      <RelatedGames {...relations} />
      <ProductDetails groups={groups} />
    </div>
  );
}
