import styles from './count-badge.module.css';

const MAX_SHOWN = 99;

/** On the corner of an icon, only above zero (spec §2). The accessible name of the link around it has the number. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  // The style sheet draws the number, so that it is not part of the text of the link.
  return <span className={styles.badge} data-count={count > MAX_SHOWN ? `${MAX_SHOWN}+` : count} aria-hidden="true" />;
}
