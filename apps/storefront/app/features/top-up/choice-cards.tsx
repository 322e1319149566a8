import { ChoiceCard, ChoiceError } from '@oyna/ui/choice-card';
import { cx } from '@oyna/ui/class-names';
import { type ReactNode, useId } from 'react';
import styles from './choice-cards.module.css';

interface ChoiceCardsProps<Value> {
  label: string;
  cards: readonly { value: Value; title: string; note: ReactNode; marks?: ReactNode }[];
  chosen: Value | undefined;
  onChoose(value: Value): void;
  error: string | undefined;
  /** Many short ones rather than a few long ones. */
  isDense?: boolean;
}

/** A choice of cards with its error message below. */
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
        {cards.map(({ value, title, note, marks }) => (
          <ChoiceCard
            key={value}
            name={name}
            value={value}
            isChosen={value === chosen}
            onChoose={() => onChoose(value)}
            className={styles.card}
          >
            <span className={styles.title}>{title}</span>
            {marks}
            <span className={styles.note}>{note}</span>
          </ChoiceCard>
        ))}
      </div>
      <ChoiceError id={errorId} error={error} />
    </div>
  );
}
