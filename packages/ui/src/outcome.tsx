import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './outcome.module.css';
import { Skeleton } from './skeleton.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

interface OutcomeProps {
  /** Identifies the state, also for tests. */
  state: string;
  tone: 'success' | 'warning' | 'danger' | 'info';
  icon: ReactNode;
  title: string;
  text?: string | undefined;
  className?: string | undefined;
}

/** The result of an action. The live region stays, so that changes are announced. */
export function Outcome({ state, tone, icon, title, text, className }: OutcomeProps) {
  return (
    <div
      role="status"
      className={cx(styles.outcome, styles[tone], text === undefined && styles.short, className)}
      data-state={state}
    >
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.words}>
        <h2>{title}</h2>
        {text !== undefined && <p>{text}</p>}
      </div>
    </div>
  );
}

export interface Fact {
  term: string;
  value: ReactNode;
  isMono?: boolean;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ term, value, isMono }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className={cx(isMono && styles.mono)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The outcome, its actions, and the facts beside them on wide screens. */
export function OutcomePage({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>;
}

export function OutcomeSkeleton({ label, panel }: { label: string; panel: string | undefined }) {
  return (
    <div className={styles.page} aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div className={panel}>
        <div className={styles.outcome}>
          <span className={styles.icon} />
          <div className={styles.words}>
            <Skeleton shape="title" />
            <Skeleton shape="line" />
          </div>
        </div>
      </div>
      <div className={styles.facts}>
        <Skeleton shape="line" />
        <Skeleton shape="line" />
      </div>
    </div>
  );
}
