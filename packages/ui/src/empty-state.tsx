import type { ReactNode } from 'react';
import styles from './state.module.css';

interface EmptyStateProps {
  icon: ReactNode;
  /** One sentence. */
  text: string;
  /** One action. */
  action?: ReactNode;
}

export function EmptyState({ icon, text, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.text}>
        <p>{text}</p>
      </div>
      {action}
    </div>
  );
}
