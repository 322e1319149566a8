import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong and how to fix it. The field is invalid while it is set. */
  error?: string | undefined;
}

interface ControlProps {
  id: string;
  className: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** What all fields share: a visible label, a hint and an error that belong to the control. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error ?? hint);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        {children({
          id,
          className: styles.control,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': hasNote ? noteId : undefined,
        })}
      </div>
      {error ? (
        <p className={styles.error} id={noteId} role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {error}
        </p>
      ) : (
        hint && (
          <p className={styles.hint} id={noteId}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
