import { type ReactNode, useId } from 'react';
import styles from './top-up-form.module.css';

/** One step of the form under its heading. */
export function TopUpSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
