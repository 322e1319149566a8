import { cx } from './class-names.ts';
import styles from './skeleton.module.css';

/** A placeholder in the final size of the content. The region around it has aria-busy. */
export function Skeleton({ shape }: { shape: 'line' | 'short' | 'title' | 'cover' | 'frame' | 'control' }) {
  return <span aria-hidden="true" className={cx(styles.skeleton, shape === 'short' && styles.line, styles[shape])} />;
}
