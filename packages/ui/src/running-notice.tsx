import { Hourglass } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './running-notice.module.css';

interface RunningNoticeProps {
  title: string;
  text: string;
  /** Its buttons. */
  children: ReactNode;
}

/** A notice about a process that has not ended. */
export function RunningNotice({ title, text, children }: RunningNoticeProps) {
  const id = useId();
  return (
    <section className={styles.running} aria-labelledby={id}>
      <Hourglass size={20} aria-hidden="true" />
      <div className={styles.words}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
      </div>
      <div className={styles.actions}>{children}</div>
    </section>
  );
}
