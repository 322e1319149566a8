import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useTexts } from '../lib/texts.tsx';
import { leavesUnsaved } from '../lib/use-unsaved.ts';

/** The question of `useUnsaved`. It is here once, because the router knows one blocker at a time. */
export function UnsavedDialog() {
  const t = useTexts('common');
  const blocker = useBlocker(leavesUnsaved);
  return (
    <ConfirmDialog
      title={t('leave-unsaved')}
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      confirm={t('leave')}
      isDangerous
      isBusy={false}
      onConfirm={() => blocker.proceed?.()}
    >
      <p>{t('unsaved')}</p>
    </ConfirmDialog>
  );
}
