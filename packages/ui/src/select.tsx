import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

type SelectProps = FieldProps & Omit<ComponentProps<'select'>, 'className' | 'id'>;

/** The native select, which works best on phones. */
export function Select({ label, hint, error, children, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <select
            {...select}
            {...control}
            aria-invalid={control['aria-invalid'] ?? select['aria-invalid']}
            className={cx(control.className, styles.withEnd)}
          >
            {children}
          </select>
          <ChevronDown size={20} className={styles.arrow} aria-hidden="true" />
        </>
      )}
    </Field>
  );
}
