import { cx } from '@oyna/ui/class-names';
import { type ReactNode, useId } from 'react';
import styles from './checkout-panel.module.css';

interface CheckoutPanelProps {
  title: string;
  /** Beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A panel with what the customer pays. */
export function CheckoutPanel({ title, action, children }: CheckoutPanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Each a <div> of <dt> and <dd>. */
export function CheckoutRows({ children }: { children: ReactNode }) {
  return <dl className={styles.rows}>{children}</dl>;
}

interface PayBarProps {
  label: string;
  sum: ReactNode;
  /** On phones the button says the sum, and needs the whole width. */
  isSumInButton?: boolean;
  /** The button. */
  children: ReactNode;
}

/** The sum and its button. On phones they stay at the bottom of the screen. */
export function PayBar({ label, sum, isSumInButton = false, children }: PayBarProps) {
  return (
    <div className={cx(styles.bar, !isSumInButton && styles.shared)} data-hides-bottom-bar="">
      <div className={styles.total} role="status">
        <span>{label}</span>
        {sum}
      </div>
      {children}
    </div>
  );
}
