import { MAX_ITEM_COUNT } from '@oyna/domain/constants';
import { basketTotal } from '@oyna/domain/pricing';
import { IconButton } from '@oyna/ui/icon-button';
import { Link } from '@oyna/ui/link';
import { Stepper } from '@oyna/ui/stepper';
import { Trash2 } from 'lucide-react';
import { Picture } from '~/components/picture.tsx';
import { Price } from '~/components/price.tsx';
import { usePrice } from '~/lib/currency/use-price.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { CartLine } from './cart-lines.ts';
import styles from './cart-row.module.css';
import { RowNotes } from './row-notes.tsx';

interface CartRowProps {
  line: CartLine;
  words: { edition: string; facts: string } | undefined;
  isFrozen: boolean;
  onCount(count: number): void;
  onRemove(): void;
}

const COVER_SIZES = '(min-width: 768px) 84px, 68px';

export function CartRow({ line, words, isFrozen, onCount, onRemove }: CartRowProps) {
  const { t } = useTranslation('cart');
  const format = usePrice();
  const { details, name, price, count } = line;
  // Never below the current count, so that it can be decreased.
  const most = Math.max(count, Math.min(details?.availableCount ?? MAX_ITEM_COUNT, MAX_ITEM_COUNT));
  return (
    <article className={styles.row} aria-label={name}>
      <Picture
        address={details?.images.poster}
        variant="poster"
        sizes={COVER_SIZES}
        alt=""
        colour={details?.color}
        isPriority
      />
      <div className={styles.words}>
        <h2 className={styles.name}>
          {details ? <Link to={`/catalog/${details.gameId}`}>{name}</Link> : name || t('loading-item')}
        </h2>
        {words && (
          <p className={styles.facts}>
            <span>{words.edition}</span> <span>{words.facts}</span>
          </p>
        )}
        <RowNotes line={line} isFrozen={isFrozen} />
      </div>
      <div className={styles.sale}>
        {isFrozen ? (
          <p className={styles.count}>{t('pieces', { count })}</p>
        ) : (
          <Stepper label={t('count-of', { name })} value={count} max={most} onChange={onCount} />
        )}
        <div className={styles.price}>
          <Price cents={basketTotal([{ price, count }])} />
          {count > 1 && price !== undefined && price > 0 && (
            <p className={styles.each}>{t('each', { price: format(price) ?? '' })}</p>
          )}
        </div>
        {!isFrozen && (
          <IconButton label={t('remove', { name })} icon={<Trash2 size={20} aria-hidden="true" />} onClick={onRemove} />
        )}
      </div>
    </article>
  );
}
