import { cx } from '@oyna/ui/class-names';
import type { ReactNode } from 'react';
import { Moment } from './moment.tsx';
import type { Tone } from './status-label.tsx';
import styles from './timeline.module.css';

export interface TimelineEvent {
  id: string;
  at: string;
  icon?: ReactNode;
  tone?: Tone;
  title: ReactNode;
  /** Who did it. */
  actor?: ReactNode;
  text?: ReactNode;
}

/** What happened, in the given order. */
export function Timeline({ label, events }: { label: string; events: readonly TimelineEvent[] }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {events.map(({ id, at, icon, tone = 'neutral', title, actor, text }) => (
        <li key={id} className={styles.event}>
          <span className={cx(styles.mark, styles[tone])} aria-hidden="true">
            {icon}
          </span>
          <div className={styles.content}>
            <p className={styles.title}>
              <span>{title}</span>
              <span className={styles.meta}>
                {actor && <span>{actor}</span>}
                <Moment at={at} hasTime />
              </span>
            </p>
            {text && <div className={styles.text}>{text}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
