import styles from './count-badge.module.css';

const MAX_SHOWN = 99;

/** On the corner of an icon, only above zero (spec §2). The link around it says the number in words. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  // Drawn by the style sheet: written here, it would stand before the words that the link is called by.
  return <span className={styles.badge} data-count={count > MAX_SHOWN ? `${MAX_SHOWN}+` : count} aria-hidden="true" />;
}
