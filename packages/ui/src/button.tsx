import type { ComponentProps, ReactNode } from 'react';
import type { LinkProps } from 'react-router';
import styles from './button.module.css';
import { cx } from './class-names.ts';
import { Link } from './link.tsx';
import { Spinner } from './spinner.tsx';

interface Looks {
  /** One `primary` per view: it is the call to action. */
  variant?: 'primary' | 'brand' | 'secondary' | 'quiet' | 'danger';
  size?: 'medium' | 'large';
  isWide?: boolean;
  icon?: ReactNode;
}

interface ButtonProps extends Looks, Omit<ComponentProps<'button'>, 'className'> {
  /** Keeps its width and focus, shows a spinner and ignores clicks. */
  isBusy?: boolean;
}

type ButtonLinkProps = Looks & Omit<LinkProps, 'className' | 'style'>;

export function Button({ variant, size, isWide, icon, isBusy = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(looksOf({ variant, size, isWide }), isBusy && styles.busy)}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      <span className={styles.label}>
        {icon}
        {children}
      </span>
      {isBusy && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
    </button>
  );
}

export function ButtonLink({ variant, size, isWide, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={looksOf({ variant, size, isWide })}>
      {icon}
      {children}
    </Link>
  );
}

function looksOf({ variant = 'secondary', size, isWide }: { [Key in keyof Looks]?: Looks[Key] | undefined }): string {
  return cx(styles.button, styles[variant], size === 'large' && styles.large, isWide && styles.wide);
}
