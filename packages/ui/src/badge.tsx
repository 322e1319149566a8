import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { cx } from './class-names.ts';

interface BadgeProps {
  tone?: 'neutral' | 'sale' | 'brand' | 'success' | 'warning' | 'danger' | 'info';
  children: ReactNode;
}

export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={cx(styles.badge, tone !== 'neutral' && styles[tone])}>{children}</span>;
}
