import { Link } from '@oyna/ui/link';
import { Picture } from '~/components/picture.tsx';
import { usePrice } from '~/lib/currency/use-price.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './brand-card.module.css';
import type { CardGame } from './card-game.ts';

/** A gift card or a subscription: a wide picture, the brand, and the lowest price. */
export function BrandCard({ game, sizes }: { game: CardGame; sizes: string }) {
  const { t } = useTranslation('home');
  const { t: common } = useTranslation();
  const price = usePrice()(game.price);
  return (
    <Link to={`/catalog/${game.id}`} className={styles.card}>
      <Picture address={game.picture} variant="frame" sizes={sizes} alt="" colour={game.colour} />
      <strong className={styles.name}>{game.name}</strong>
      <span className={styles.price}>{price ? t('from-price', { price }) : common('sold-out')}</span>
    </Link>
  );
}
