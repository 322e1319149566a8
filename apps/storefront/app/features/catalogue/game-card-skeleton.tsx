import { Skeleton } from '@oyna/ui/skeleton';
import styles from './game-card.module.css';

/** As tall as a card. */
export function GameCardSkeleton() {
  return (
    <div className={styles.link}>
      <Skeleton shape="cover" />
      <Skeleton shape="short" />
      <Skeleton shape="line" />
      <Skeleton shape="title" />
    </div>
  );
}
