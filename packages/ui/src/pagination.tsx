import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Link } from './link.tsx';
import styles from './pagination.module.css';
import { useUiTexts } from './ui-texts.tsx';

interface PaginationProps {
  current: number;
  total: number;
  /** Needed if a page has more than one. */
  label?: string;
  /** Links, so that pages can be shared, opened in tabs and crawled. */
  hrefOf(page: number): string;
}

export function Pagination({ label, current, total, hrefOf }: PaginationProps) {
  const t = useUiTexts();
  if (total <= 1) return null;
  const step = (page: number, label: string, icon: ReactNode) =>
    page >= 1 && page <= total ? (
      <li>
        <Link to={hrefOf(page)} className={styles.page} aria-label={label} rel={page < current ? 'prev' : 'next'}>
          {icon}
        </Link>
      </li>
    ) : null;
  return (
    <nav aria-label={label ?? t('pages')}>
      <ul className={styles.list}>
        {step(current - 1, t('previous-page'), <ChevronLeft size={20} aria-hidden="true" />)}
        {pageNumbers(current, total).map((page, index) =>
          page === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity
            <li key={`gap-${index}`} className={cx(styles.page, styles.gap)} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page}>
              <Link
                to={hrefOf(page)}
                className={cx(styles.page, page === current && styles.current)}
                aria-current={page === current ? 'page' : undefined}
                aria-label={t('page-number', { page })}
              >
                {page}
              </Link>
            </li>
          ),
        )}
        {step(current + 1, t('next-page'), <ChevronRight size={20} aria-hidden="true" />)}
      </ul>
    </nav>
  );
}

/** The first, the last, the current page and its neighbours; `undefined` marks a gap. */
export function pageNumbers(current: number, total: number): (number | undefined)[] {
  const shown = [1, current - 1, current, current + 1, total].filter((page) => page >= 1 && page <= total);
  const numbers: (number | undefined)[] = [];
  let last = 0;
  for (const page of [...new Set(shown)].sort((a, b) => a - b)) {
    if (page - last === 2) numbers.push(page - 1);
    else if (page - last > 2) numbers.push(undefined);
    numbers.push(page);
    last = page;
  }
  return numbers;
}
