import type { BasketItem } from '@oyna/api-client/models';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { useRef, useState } from 'react';
import { UndoStrip } from '~/components/undo-strip.tsx';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { cart } from './cart.ts';
import type { CartLine } from './cart-lines.ts';
import styles from './cart-list.module.css';
import { CartRow } from './cart-row.tsx';

interface CartListProps {
  lines: readonly CartLine[];
  isFrozen: boolean;
  wordsOf(item: BasketItem): { edition: string; facts: string };
}

export function CartList({ lines, isFrozen, wordsOf }: CartListProps) {
  const { t } = useTranslation('cart');
  const list = useRef<HTMLUListElement>(null);
  const [message, setMessage] = useState('');
  const hide = ({ productId, name }: CartLine) => {
    cart.hide(productId);
    setMessage(t('hidden-said', { name }));
  };
  const undo = ({ productId, name }: CartLine) => {
    cart.undo(productId);
    setMessage(t('returned-said', { name }));
    focusRow(list.current, productId);
  };
  const remove = ({ productId, name }: CartLine) => {
    setMessage(t('removed-said', { name }));
    void cart.remove(productId);
  };
  return (
    <>
      <VisuallyHidden>
        <span role="status">{message}</span>
      </VisuallyHidden>
      <ul ref={list} className={styles.list} aria-label={t('items')}>
        {lines.map((line) => (
          <li key={line.productId} data-product={line.productId} tabIndex={-1} className={styles.item}>
            {line.isHidden ? (
              <UndoStrip text={t('hidden', { name: line.name })} action={t('undo')} onUndo={() => undo(line)} />
            ) : (
              <CartRow
                line={line}
                words={line.details && wordsOf(line.details)}
                isFrozen={isFrozen}
                onCount={(count) => (count > 0 ? cart.setCount(line.productId, count) : hide(line))}
                onRemove={() => remove(line)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function focusRow(list: HTMLElement | null, productId: number): void {
  list?.querySelector<HTMLElement>(`[data-product="${productId}"]`)?.focus({ preventScroll: true });
}
