import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { ROLE_CHANGES } from './role-dialog.tsx';

type Role = ConsoleSchemas['Role'];

export function DeleteRoleDialog({ role, name, onClose }: { role: Role; name: string; onClose(): void }) {
  const t = useTexts('team');
  const { id: roleId, version } = role;
  const remove = useAction({
    run: () =>
      callApi((api) => api.DELETE('/api/v1/roles/{roleId}', { params: { path: { roleId }, query: { version } } })),
    changes: ROLE_CHANGES,
    done: () => t('deleted'),
    onDone: onClose,
    onWaiting: onClose,
    isFaultShown: true,
  });
  return (
    <ConfirmDialog
      title={t('delete-role', { name })}
      isOpen
      onClose={onClose}
      confirm={t('delete')}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>{t('delete-preview')}</p>
    </ConfirmDialog>
  );
}
