import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from './class-names.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> {
  /** What it does, in words: an icon alone tells nobody. */
  label: string;
  icon: ReactNode;
  isSolid?: boolean;
  /** Pressed many times in a row: every click counts (double-click-guard.ts). */
  'data-repeats'?: '';
}

export function IconButton({ label, icon, isSolid, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(styles.icon, isSolid && styles.solid)}
    >
      {icon}
    </button>
  );
}
