import { Link } from '@oyna/ui/link';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './filter-chips.module.css';
import type { FilterPanel } from './filter-panel.ts';

/** What is chosen. Each is a link to the list without it. */
export function FilterChips({ active, clearHref }: Pick<FilterPanel, 'active' | 'clearHref'>) {
  const { t } = useTranslation('listing');
  const { place, keepFocus } = useFocusAfterRemoval(active.length);
  const link = { onClick: keepFocus, preventScrollReset: true };
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {active.length > 0 && (
        <ul className={styles.chips} aria-label={t('filters-active')}>
          {active.map(({ text, href }) => (
            <li key={text}>
              <Link to={href} className={styles.chip} aria-label={t('filter-remove', { filter: text })} {...link}>
                {text} <X size={16} aria-hidden="true" />
              </Link>
            </li>
          ))}
          <li>
            <Link to={clearHref} className={styles.clear} {...link}>
              {t('filters-clear')}
            </Link>
          </li>
        </ul>
      )}
    </div>
  );
}

/** The link that was pressed is gone: the focus moves to the next one, or to the place of the list. */
function useFocusAfterRemoval(count: number) {
  const place = useRef<HTMLDivElement>(null);
  const isKept = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a chip has gone
  useEffect(() => {
    if (!isKept.current) return;
    isKept.current = false;
    (place.current?.querySelector('a') ?? place.current)?.focus({ preventScroll: true });
  }, [count]);
  const keepFocus = () => {
    isKept.current = true;
  };
  return { place, keepFocus };
}
