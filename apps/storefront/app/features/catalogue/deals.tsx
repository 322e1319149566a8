import { Badge } from '@oyna/ui/badge';
import { Link } from '@oyna/ui/link';
import { Picture } from '~/components/picture.tsx';
import { Price } from '~/components/price.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { CardGame } from './card-game.ts';
import { CompactCards } from './compact-cards.tsx';
import styles from './deals.module.css';
import { gameFacts } from './game-facts.ts';

interface DealsProps {
  deal: CardGame;
  endsAt: string;
  /** The end as the server has written it. */
  endsAtText: string;
  games: readonly CardGame[];
}

/** The deal of the week with its end, and other discounts beside it. */
export function Deals({ deal, endsAt, endsAtText, games }: DealsProps) {
  const { t } = useTranslation('home');
  const { t: common } = useTranslation();
  return (
    <div className={styles.deals}>
      <Link to={`/catalog/${deal.id}`} className={styles.deal}>
        <Picture
          address={deal.picture}
          variant="frame"
          sizes="(min-width: 1024px) 600px, calc(100vw - 32px)"
          alt=""
          colour={deal.colour}
        />
        <span className={styles.words}>
          <span className={styles.label}>{t('deal')}</span>
          <strong className={styles.name}>{deal.name}</strong>
          <span className={styles.facts}>{gameFacts(deal, common)}</span>
          <span className={styles.price}>
            {deal.discountPercent !== undefined && <Badge tone="sale">−{deal.discountPercent}%</Badge>}
            <Price cents={deal.price} oldCents={deal.oldPrice} size="large" />
          </span>
          <time className={styles.end} dateTime={endsAt}>
            {t('deal-until', { date: endsAtText })}
          </time>
        </span>
      </Link>
      <CompactCards games={games} isBeside />
    </div>
  );
}
