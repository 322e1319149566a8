import { cx } from '@oyna/ui/class-names';
import type { ReactNode } from 'react';
import styles from './text.module.css';

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'brand';

/** A small coloured label: a dot and a word. */
export function StatusLabel({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(styles.status, styles[tone])}>{children}</span>;
}
