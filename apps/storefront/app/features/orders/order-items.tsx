import type { Order } from '@oyna/api-client/models';
import { orderedName } from '@oyna/domain/edition-name';
import { Link } from '@oyna/ui/link';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { PackageX, Undo2 } from 'lucide-react';
import { Picture } from '~/components/picture.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { tieDash } from '~/lib/tie-dash.ts';
import { KeyCard } from './key-card.tsx';
import styles from './order-items.module.css';

interface OrderItemsProps extends Pick<Order, 'items'> {
  /** A key was given away or taken back. */
  onChanged(): void;
}

/** The bought items with their delivered keys, and the undelivered ones. */
export function OrderItems({ items, onChanged }: OrderItemsProps) {
  const { t, language } = useTranslation('orders');
  const namedItems = items.map((item) => ({ ...item, name: orderedName(item.name, language) }));
  return (
    <section aria-labelledby="order-items" className={styles.items}>
      <VisuallyHidden>
        <h2 id="order-items">{t('items')}</h2>
      </VisuallyHidden>
      {namedItems.map(
        ({ productId, gameId, name, count, refundedCount, returnedCount, keys, poster, color }, place) => (
          <article key={productId} className={styles.item} aria-label={name}>
            <div className={styles.head}>
              <Picture address={poster} variant="poster" sizes="56px" alt="" colour={color} isPriority />
              <div>
                <h3>
                  <Link to={`/catalog/${gameId}`}>{tieDash(name)}</Link>
                </h3>
                <p>{t('pieces', { count })}</p>
              </div>
            </div>
            {currentKeys(keys).map((key, index, all) => (
              <KeyCard
                key={key.id}
                id={key.id}
                name={name}
                number={all.length > 1 ? index + 1 : undefined}
                claim={key.claim}
                claimAnswer={key.claimAnswer}
                isRevoked={key.isRevoked}
                isReplacement={key.replacesKeyId !== null}
                isFirst={place === 0 && index === 0}
                gift={key.gift}
                isGiftable={!key.isRevealed && !key.isRevoked}
                onGiven={onChanged}
              />
            ))}
            {returnedCount > 0 && (
              <p className={styles.missing}>
                <Undo2 size={18} aria-hidden="true" />
                {t('key-returned', { count: returnedCount })}
              </p>
            )}
            {refundedCount > 0 && (
              <p className={styles.missing}>
                <PackageX size={18} aria-hidden="true" />
                {t('not-delivered', { count: refundedCount })}
              </p>
            )}
          </article>
        ),
      )}
    </section>
  );
}

type Keys = Order['items'][number]['keys'];

/** A replacement takes the place of the replaced key. */
function currentKeys(keys: Keys): Keys {
  const replaced = new Set(keys.map(({ replacesKeyId }) => replacesKeyId));
  return keys.filter(({ id }) => !replaced.has(id));
}
