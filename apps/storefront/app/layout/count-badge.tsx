import styles from './count-badge.module.css';

const MAX_SHOWN = 99;

/** On the corner of an icon, only above zero (spec §2). The link around it says the number in words. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span className={styles.badge} aria-hidden="true">
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
    </span>
  );
}
