import { type ReactNode, useId } from 'react';
import styles from './radio-chips.module.css';

interface Chip<Value> {
  value: Value;
  label: ReactNode;
  note?: ReactNode;
  isDisabled?: boolean;
}

interface RadioChipsProps<Value extends string> {
  label: string;
  /** What can be chosen follows from `value`. */
  chips: readonly Chip<NoInfer<Value>>[];
  /** Undefined when nothing is chosen yet. */
  value: Value | undefined;
  onChange(value: NoInfer<Value>): void;
  name?: string;
}

export function RadioChips<Value extends string>({ label, chips, value, onChange, name }: RadioChipsProps<Value>) {
  const id = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.chips}>
        {chips.map((chip) => (
          <label key={chip.value} className={styles.chip}>
            <input
              type="radio"
              name={name ?? id}
              value={chip.value}
              checked={chip.value === value}
              disabled={chip.isDisabled}
              onChange={() => onChange(chip.value)}
            />
            <span className={styles.text}>{chip.label}</span>
            {chip.note && <span className={styles.note}>{chip.note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
