import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useTexts } from '../lib/texts.tsx';
import { leavesUnsaved } from '../lib/use-unsaved.ts';

/** The question of `useUnsaved`. It is here once, because the router knows one blocker at a time. */
export function UnsavedDialog() {
  const blocker = useBlocker(leavesUnsaved);
  return (
    <LeaveDialog
      isOpen={blocker.state === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}

interface LeaveDialogProps {
  isOpen: boolean;
  onStay(): void;
  onLeave(): void;
}

export function LeaveDialog({ isOpen, onStay, onLeave }: LeaveDialogProps) {
  const t = useTexts('common');
  return (
    <ConfirmDialog
      title={t('leave-unsaved')}
      isOpen={isOpen}
      onClose={onStay}
      confirm={t('leave')}
      isDangerous
      isBusy={false}
      onConfirm={onLeave}
    >
      <p>{t('unsaved')}</p>
    </ConfirmDialog>
  );
}
