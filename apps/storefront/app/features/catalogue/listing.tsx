import { Breadcrumb } from '@oyna/ui/breadcrumb';
import type { ReactNode } from 'react';
import type { Crumb } from '~/lib/described-page.ts';
import styles from './listing.module.css';

interface ListingProps {
  crumbs: readonly Crumb[];
  title: string;
  children: ReactNode;
}

/** The frame of every listing: breadcrumbs, title and sections. */
export function Listing({ crumbs, title, children }: ListingProps) {
  return (
    <div className={styles.listing}>
      <div>
        <Breadcrumb crumbs={crumbs} />
        <h1 className={styles.title}>{title}</h1>
      </div>
      {children}
    </div>
  );
}

interface ListingBarProps {
  /** The number of games as text. */
  count: string | undefined;
  children?: ReactNode;
}

/** Screen readers announce the number when it changes. */
export function ListingBar({ count, children }: ListingBarProps) {
  return (
    <div className={styles.bar}>
      <p role="status" className={styles.count}>
        {count}
      </p>
      {children}
    </div>
  );
}
