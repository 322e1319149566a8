import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from './class-names.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> {
  /** The accessible name and the tooltip. */
  label: string;
  icon: ReactNode;
  isSolid?: boolean;
  /** Every click of a series counts (the storefront ignores double clicks otherwise). */
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
