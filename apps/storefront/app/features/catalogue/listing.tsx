import { Breadcrumb } from '@oyna/ui/breadcrumb';
import type { ReactNode } from 'react';
import styles from './listing.module.css';
import type { Crumb } from './listing-seo.ts';

interface ListingProps {
  crumbs: readonly Crumb[];
  title: string;
  children: ReactNode;
}

/** The frame of every listing: where we are, what it is, and then its parts in one rhythm. */
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
  /** How many there are, in words. */
  count: string | undefined;
  children?: ReactNode;
}

/** The number is read out when it changes. */
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
