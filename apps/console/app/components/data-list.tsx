import { Button } from '@oyna/ui/button';
import { cx } from '@oyna/ui/class-names';
import { EmptyState } from '@oyna/ui/empty-state';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useTexts } from '../lib/texts.tsx';
import type { List } from '../lib/use-list.ts';
import { useIsNarrow } from '../lib/use-media.ts';
import { useRowKeys } from '../lib/use-row-keys.ts';
import styles from './data-list.module.css';
import { Loading } from './loading.tsx';

export interface Column<Item> {
  id: string;
  title: string;
  cell(item: Item): ReactNode;
  isNumber?: boolean;
  /** A value that is not broken into lines: a number of an order, a time. */
  isWhole?: boolean;
  /** Where the value is on a narrow screen, which shows two lines per row. Without it the value is not shown there. */
  phone?: 'title' | 'end' | 'note' | 'note-end';
  /** A value that says nothing without its title, or something else. A narrow screen, which has no head, shows both. */
  isNamed?: boolean;
}

interface DataListProps<Item> {
  /** What is listed, for screen readers. */
  label: string;
  list: List<Item>;
  columns: readonly Column<Item>[];
  /** The page of a row. Enter and a click anywhere in the row open it. */
  linkOf(item: Item): string;
  isChosen?: (item: Item) => boolean;
  /** An icon, and a sentence that says what will be here and how it comes here. */
  empty: { icon: ReactNode; text: string; action?: ReactNode };
}

/** A table, on narrow screens rows of two lines. `j` and `k` move between rows, Enter opens one. */
export function DataList<Item>(props: DataListProps<Item>) {
  const { list, empty } = props;
  const { query, rows, newCount, showNew } = list;
  const t = useTexts('common');
  const container = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  useRowKeys(container);

  if (!rows) return <Loading query={query} shape="rows" />;
  if (rows.length === 0) return <EmptyState {...empty} />;
  return (
    <div className={styles.list} ref={container} aria-busy={query.isFetching}>
      <div role="status" className={styles.news}>
        {newCount > 0 && (
          <button type="button" className={styles.newRows} onClick={showNew}>
            <ArrowUp size={14} />
            {t('new-rows', { count: newCount })}
          </button>
        )}
      </div>
      {isNarrow ? <Rows {...props} rows={rows} /> : <Table {...props} rows={rows} />}
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {t('show-more')}
        </Button>
      )}
    </div>
  );
}

type RowsProps<Item> = DataListProps<Item> & { rows: Item[] };

function Table<Item>({ label, list, columns, rows, linkOf, isChosen }: RowsProps<Item>) {
  const { pathname } = useLocation();
  // A row that opens beside the list leaves it where it is. Another page begins at its top.
  const isBeside = (link: string) => ['', pathname].includes(link.split('?')[0] ?? '');
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, title, isNumber }) => (
              <th key={id} scope="col" className={cx(isNumber && styles.number)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((item) => (
            <tr key={list.idOf(item)} className={cx(isChosen?.(item) && styles.chosen)}>
              {columns.map(({ id, cell, isNumber, isWhole }, place) => (
                <td key={id} className={cx(isNumber && styles.number, isWhole && styles.whole)}>
                  {place === 0 ? (
                    <Link
                      to={linkOf(item)}
                      className={styles.link}
                      data-row
                      preventScrollReset={isBeside(linkOf(item))}
                    >
                      {cell(item)}
                    </Link>
                  ) : (
                    cell(item)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Rows<Item>({ label, list, columns, rows, linkOf }: RowsProps<Item>) {
  const slots = ['title', 'end', 'note', 'note-end'] as const;
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map((item) => (
        <li key={list.idOf(item)}>
          <Link to={linkOf(item)} className={styles.row} data-row>
            {slots.map((slot) => (
              <span key={slot} className={styles[slot]}>
                {columns
                  .filter(({ phone }) => phone === slot)
                  .map(({ id, title, cell, isNamed }) => ({ id, title, isNamed, content: cell(item) }))
                  .filter(({ content }) => content !== '')
                  .map(({ id, title, isNamed, content }) => (
                    <span key={id}>
                      {isNamed && `${title}: `}
                      {content}
                    </span>
                  ))}
              </span>
            ))}
          </Link>
        </li>
      ))}
    </ul>
  );
}
