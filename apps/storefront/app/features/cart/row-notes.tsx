import { cx } from '@oyna/ui/class-names';
import { CircleAlert, Info } from 'lucide-react';
import { usePrice } from '~/lib/currency/use-price.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import type { CartLine } from './cart-lines.ts';
import styles from './row-notes.module.css';

const REFUSALS = {
  'out-of-stock': 'refused-stock',
  'price-unavailable': 'refused-price',
  'basket-frozen': 'refused-frozen',
  'basket-full': 'refused-full',
  'not-found': 'refused-gone',
  refused: 'refused',
} as const;

interface RowNotesProps {
  line: CartLine;
  /** Its products are reserved: the available count is for other customers. */
  isFrozen: boolean;
}

/** Changes of the product since it was added, and refused changes. */
export function RowNotes({ line: { details, count, refusal }, isFrozen }: RowNotesProps) {
  const { t } = useTranslation('cart');
  const format = usePrice();
  const left = (isFrozen ? undefined : details?.availableCount) ?? count;
  const previous = format(details?.previousPrice);
  const isDearer = details?.previousPrice != null && details.price > details.previousPrice;
  const notes = [
    left === 0 && { text: t('sold-out'), isBad: true },
    left > 0 && left < count && { text: t('only-left', { count: left }), isBad: true },
    refusal && left >= count && { text: refusalText(), isBad: true },
    previous !== undefined && {
      text: t(isDearer ? 'price-rose' : 'price-fell', { price: previous }),
      isBad: isDearer,
    },
  ].filter((note) => note !== false && note !== undefined);

  function refusalText(): string {
    if (refusal === 'out-of-stock' && left === count) return t('only-left', { count: left });
    return t(REFUSALS[refusal ?? 'refused']);
  }

  return (
    <div role="status" className={styles.notes}>
      {notes.map(({ text, isBad }) => (
        <p key={text} className={cx(styles.note, isBad && styles.bad)}>
          {isBad ? <CircleAlert size={16} aria-hidden="true" /> : <Info size={16} aria-hidden="true" />}
          {text}
        </p>
      ))}
    </div>
  );
}
