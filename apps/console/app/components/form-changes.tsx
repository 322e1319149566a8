import { Button } from '@oyna/ui/button';
import { FormNotice } from '@oyna/ui/form-notice';
import type { ReactNode } from 'react';
import type { ConsoleError } from '../lib/api.ts';
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
  form: { error: ConsoleError | null; isChangedMeanwhile: boolean; drop(): void };
  /** As the present state names it. A refusal of the server names it too. */
  last?: LastChange | undefined;
  /** Instead of the sentence about a colleague. */
  text?: string;
  /** Instead of the colleague, the time and the reason. */
  children?: ReactNode;
}

/** The error of a form, and what has happened meanwhile to the thing that it changes. The operator's text stays until they give it up. */
export function FormChanges({ form: { error, isChangedMeanwhile, drop }, last, text, children }: FormChangesProps) {
  const t = useTexts('common');
  const errorText = useErrorText();
  const { changedBy, changedAt, reason } = { ...last, ...(error?.current as LastChange | undefined) };
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
