import { cx } from './class-names.ts';
import styles from './spinner.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** With a label it is announced; without one it is decorative. */
export function Spinner({ label, isLarge }: { label?: string; isLarge?: boolean }) {
  const circle = <span className={cx(styles.spinner, isLarge && styles.large)} aria-hidden="true" />;
  if (!label) return circle;
  return (
    <span role="status">
      {circle}
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
