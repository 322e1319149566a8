import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './choice-card.module.css';
import { cx } from './class-names.ts';

interface ChoiceCardProps {
  /** The same for all cards of a choice. */
  name: string;
  value: string | number;
  isChosen: boolean;
  onChoose(): void;
  className: string | undefined;
  children: ReactNode;
}

/** One option of a choice: the whole card is the radio button. */
export function ChoiceCard({ name, value, isChosen, onChoose, className, children }: ChoiceCardProps) {
  return (
    <label className={cx(styles.card, className)}>
      <input type="radio" name={name} value={value} checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  );
}

/** The error of a choice, announced when it appears. `id` is for aria-describedby. */
export function ChoiceError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div role="alert" className={styles.alert}>
      {error && (
        <p id={id} className={styles.error}>
          <CircleAlert size={16} aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}
