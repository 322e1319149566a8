import type { ApiError } from '@oyna/api-client/api-error';
import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import type { ReactNode } from 'react';
import { useErrorText } from '../lib/error-text.ts';
import { useTexts } from '../lib/texts.tsx';
import styles from './form-changes.module.css';
import { PresentState } from './present-state.tsx';

/** The last change of what is edited. */
interface LastChange {
  changedBy?: string | null;
  changedAt?: string;
  reason?: string;
}

interface FormChangesProps {
  /** Of `useVersionedForm`. */
  form: {
    error: ApiError | null;
    isChangedMeanwhile: boolean;
    lastChange(known: LastChange | undefined): LastChange;
    drop(): void;
  };
  /** As the present state names it. A refusal of the server names it too. */
  last?: LastChange | undefined;
  /** Instead of the sentence about a colleague. */
  text?: string;
  /** Instead of the colleague, the time and the reason. */
  children?: ReactNode;
}

/** The error of a form, and what has happened meanwhile to the thing that it changes. The operator's text stays until they give it up. */
export function FormChanges({ form, last, text, children }: FormChangesProps) {
  const t = useTexts('common');
  const errorText = useErrorText();
  const { error, isChangedMeanwhile, drop } = form;
  const { changedBy, changedAt, reason } = form.lastChange(last);
  const changed = isChangedMeanwhile ? (text ?? errorText('changed-meanwhile')) : undefined;
  return (
    <>
      <FormNotice error={changed ?? (error ? errorText(error) : undefined)} requestId={error?.requestId} />
      {isChangedMeanwhile && (
        <div className={styles.changes} role="status">
          {children ?? <PresentState by={changedBy} at={changedAt} text={reason} />}
          <Button variant="quiet" onClick={drop}>
            {t('drop-mine')}
          </Button>
        </div>
      )}
    </>
  );
}

interface DropEditsProps {
  /** Of `useVersionedForm`. */
  form: { isEdited: boolean; isPending: boolean; isChangedMeanwhile: boolean; drop(): void };
}

/** Gives up what was typed. After the change of a colleague `<FormChanges>` has this button. */
export function DropEdits({ form }: DropEditsProps) {
  const t = useTexts('common');
  if (!form.isEdited || form.isChangedMeanwhile) return null;
  return (
    <Button variant="quiet" disabled={form.isPending} onClick={form.drop}>
      {t('drop-mine')}
    </Button>
  );
}
