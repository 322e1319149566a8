import { cx } from '@oyna/ui/class-names';
import { VisuallyHidden } from '@oyna/ui/visually-hidden';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './stage-list.module.css';

export interface ShownStage {
  name: string;
  text: ReactNode;
  state: 'done' | 'now' | 'ahead' | 'failed';
}

interface StageListProps {
  label: string;
  /** What screen readers say of a stage that is done. */
  doneText: string;
  stages: readonly ShownStage[];
}

/** How far it has come. */
export function StageList({ label, doneText, stages }: StageListProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {stages.map(({ name, text, state }) => (
        <li key={name} className={cx(styles.step, styles[state])} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={styles.sign} aria-hidden="true">
            {state === 'done' && <Check size={16} />}
            {state === 'failed' && <X size={16} />}
          </span>
          <span className={styles.text}>{text}</span>
          {state === 'done' && <VisuallyHidden>, {doneText}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
