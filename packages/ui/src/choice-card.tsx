import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './choice-card.module.css';
import { cx } from './class-names.ts';

interface ChoiceCardProps {
  /** Of the choice: the same for all its cards. */
  name: string;
  value: string | number;
  isChosen: boolean;
  onChoose(): void;
  className: string | undefined;
  children: ReactNode;
}

/** One of several, of which one can be chosen: the whole card is the radio button. */
export function ChoiceCard({ name, value, isChosen, onChoose, className, children }: ChoiceCardProps) {
  return (
    <label className={cx(styles.card, className)}>
      <input type="radio" name={name} value={value} checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  );
}

/** What is wrong with the choice; read out when it comes. The choice is described by `id`. */
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
