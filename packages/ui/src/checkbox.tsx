import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'children'> {
  label: ReactNode;
}

interface BareCheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'children'> {
  'aria-label': string;
}

/** Without a visible label, for the cell of a table. A click beside it is a click on the cell. */
export function BareCheckbox(input: BareCheckboxProps) {
  return (
    <span className={styles.checkbox}>
      <input type="checkbox" {...input} />
    </span>
  );
}

export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  );
}
