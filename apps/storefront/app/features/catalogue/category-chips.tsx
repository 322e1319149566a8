import { cx } from '@oyna/ui/class-names';
import { Link } from '@oyna/ui/link';
import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import styles from './category-chips.module.css';

interface CategoryChipsProps {
  categories: readonly { name: string; title: string }[];
  current: string | undefined;
  hrefOf: (category: string | undefined) => string;
}

/** Links, so that they work without script, can be opened in tabs and are followed by crawlers. */
export function CategoryChips({ categories, current, hrefOf }: CategoryChipsProps) {
  const { t } = useTranslation('listing');
  const { location: next } = useNavigation();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (current !== undefined) reveal(list.current);
  }, [current]);
  const chip = (category: string | undefined, title: string) => {
    const href = hrefOf(category);
    return (
      <li key={category ?? ''}>
        <Link
          to={href}
          className={cx(styles.chip, next && href === next.pathname + next.search && styles.next)}
          aria-current={category === current ? 'true' : undefined}
          preventScrollReset
        >
          {title}
        </Link>
      </li>
    );
  };
  return (
    <nav aria-label={t('categories')}>
      <ul ref={list} className={styles.list}>
        {chip(undefined, t('all-categories'))}
        {categories.map(({ name, title }) => chip(name, title))}
      </ul>
    </nav>
  );
}

/** Only the row moves, never the page. */
function reveal(list: HTMLElement | null): void {
  const chip = list?.querySelector<HTMLElement>('[aria-current]')?.parentElement;
  if (!list || !chip) return;
  const start = chip.offsetLeft - list.offsetLeft;
  const isInView = start >= list.scrollLeft && start + chip.offsetWidth <= list.scrollLeft + list.clientWidth;
  if (!isInView) list.scrollLeft = start - (list.clientWidth - chip.offsetWidth) / 2;
}
