import { type ReactNode, useId } from 'react';
import styles from './radio-chips.module.css';

interface Chip {
  value: string;
  label: ReactNode;
  note?: ReactNode;
  isDisabled?: boolean;
}

interface RadioChipsProps {
  label: string;
  chips: readonly Chip[];
  /** Undefined when nothing is chosen yet. */
  value: string | undefined;
  onChange(value: string): void;
  name?: string;
}

export function RadioChips({ label, chips, value, onChange, name }: RadioChipsProps) {
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
