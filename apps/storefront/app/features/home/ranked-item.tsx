import type { ReactNode } from 'react';
import styles from './ranked-item.module.css';

/** A card with its place in a ranking. */
export function RankedItem({ place, children }: { place: number; children: ReactNode }) {
  return (
    <li className={styles.place}>
      <span className={styles.number}>{place}</span>
      {children}
    </li>
  );
}
