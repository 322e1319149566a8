import type { ApiError } from '@oyna/api-client/api-error';
import { Button } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { FormNotice } from '@oyna/ui/form-notice';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useErrorText } from '../lib/error-text.ts';
import { useTexts } from '../lib/texts.tsx';
import { useUnsaved } from '../lib/use-unsaved.ts';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  title: string;
  isOpen: boolean;
  onClose(): void;
  /** What the button does, in words: "Refund 4 990 ₸". */
  confirm: string;
  isDangerous?: boolean;
  isBusy: boolean;
  /** There is nothing to confirm yet. */
  isDisabled?: boolean;
  isWide?: boolean;
  /** The error of the last attempt. The dialog stays open and says what to do. */
  error?: ApiError | null | undefined;
  /** With the error `changed-meanwhile`: the present state after the change of a colleague, as the server sent it. */
  changed?: (current: unknown) => ReactNode;
  onConfirm(fields: FormData): void;
  /** The preview of what will happen, and the fields. */
  children?: ReactNode;
}

/** Asks before a change and shows what it will do. The fields in it are sent as FormData. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, isOpen, onClose, isWide = false } = props;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} isWide={isWide} startsInField>
      <ConfirmForm {...props} />
    </Dialog>
  );
}

/** Exists while the dialog is open. */
function ConfirmForm(props: ConfirmDialogProps) {
  const { onClose, confirm, isDangerous, isBusy, isDisabled = false } = props;
  const { changed, onConfirm, children } = props;
  // The error of an action that another dialog may share: what failed before this one was opened is not about it.
  const [earlier] = useState(props.error);
  const error = props.error === earlier ? undefined : props.error;
  const t = useTexts('common');
  const errorText = useErrorText();
  const [isTyped, setTyped] = useState(false);
  // A form that is done may lead to another screen.
  useUnsaved(isTyped && !isBusy);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) onConfirm(new FormData(event.currentTarget));
  };
  return (
    <form className={styles.form} onSubmit={submit} onInput={() => setTyped(true)}>
      {children}
      <FormNotice error={error ? errorText(error) : undefined} requestId={error?.requestId} />
      {error?.code === 'changed-meanwhile' && changed && <div role="status">{changed(error.current)}</div>}
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} disabled={isDisabled}>
          {confirm}
        </Button>
      </div>
    </form>
  );
}
