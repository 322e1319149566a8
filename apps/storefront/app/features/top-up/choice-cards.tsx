import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '~/lib/class-names.ts';
import styles from './choice-cards.module.css';

interface ChoiceCardsProps<Value> {
  label: string;
  cards: readonly { value: Value; title: string; note: ReactNode }[];
  chosen: Value | undefined;
  onChoose(value: Value): void;
  error: string | undefined;
  /** Many short ones rather than a few long ones. */
  isDense?: boolean;
}

/** One of several, each a card; what is wrong with the choice stands beneath. */
export function ChoiceCards<Value extends string | number>({
  label,
  cards,
  chosen,
  onChoose,
  error,
  isDense,
}: ChoiceCardsProps<Value>) {
  const name = useId();
  const errorId = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
      className={cx(styles.choice, isDense && styles.dense)}
    >
      <div className={styles.cards}>
        {cards.map(({ value, title, note }) => (
          <label key={value} className={styles.card}>
            <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => onChoose(value)} />
            <span className={styles.title}>{title}</span>
            <span className={styles.note}>{note}</span>
          </label>
        ))}
      </div>
      <div role="alert" className={styles.alert}>
        {error && (
          <p id={errorId} className={styles.error}>
            <CircleAlert size={16} aria-hidden="true" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
