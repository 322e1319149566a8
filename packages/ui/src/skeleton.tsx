import { cx } from './class-names.ts';
import styles from './skeleton.module.css';

/** Stands where something will be, in its final size. The region around it says aria-busy. */
export function Skeleton({ shape }: { shape: 'line' | 'short' | 'title' | 'cover' | 'frame' | 'control' }) {
  return <span aria-hidden="true" className={cx(styles.skeleton, shape === 'short' && styles.line, styles[shape])} />;
}
