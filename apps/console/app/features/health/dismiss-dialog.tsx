import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './health.module.css';

interface DismissDialogProps {
  job: { id: string; name: string };
  onClose(): void;
}

/** A dismissed job is gone. The reason stays in the audit log. */
export function DismissDialog({ job, onClose }: DismissDialogProps) {
  const t = useTexts('health');
  const dismiss = useAction({
    run: (reason: string) =>
      callApi((api) =>
        api.POST('/api/v1/health/jobs/{id}/dismiss', { params: { path: { id: job.id } }, body: { reason } }),
      ),
    changes: [['health'], ['audit']],
    done: () => t('dismissed'),
    onDone: onClose,
    isFaultShown: true,
  });
  return (
    <ConfirmDialog
      title={t('dismiss-title')}
      isOpen
      onClose={onClose}
      confirm={t('dismiss')}
      isDangerous
      isBusy={dismiss.isPending}
      error={dismiss.error}
      onConfirm={(fields) => dismiss.mutate(textOf(fields, 'reason').trim())}
    >
      <p className={styles.hint}>{t('dismiss-text', { name: job.name })}</p>
      <TextField label={t('reason')} name="reason" maxLength={500} required />
    </ConfirmDialog>
  );
}
