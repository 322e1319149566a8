import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { OperatorRoleForm } from './operator-role-form.tsx';
import styles from './team.module.css';

type Role = ConsoleSchemas['Role'];

interface OperatorDialogProps {
  operator: ConsoleSchemas['Team']['operators'][number];
  roles: readonly Role[];
  roleName(roleId: string): string;
  onClose(): void;
}

/** Chosen by the click: a colleague may disable or enable the operator while the question is open. */
type Asked = 'disable' | 'enable' | 'sessions' | 'second-factor';

/** Disabling an operator says how many changes of prices it has cancelled. */
const cancelledIn = (result: unknown): number =>
  typeof result === 'object' && result !== null && 'cancelledPriceChanges' in result
    ? Number(result.cancelledPriceChanges)
    : 0;

/** What an owner does with an operator: role, sessions, a lost second factor, leaving. Each asks first. */
export function OperatorDialog({ operator, roles, roleName, onClose }: OperatorDialogProps) {
  const t = useTexts('team');
  const isSelf = useSession().operator.id === operator.id;
  const [asked, setAsked] = useState<Asked>();
  const params = { path: { operatorId: operator.id } };
  const isDisabled = operator.disabledAt !== null;
  const change = isDisabled ? 'enable' : 'disable';
  const act = useAction({
    run: ({ action, reason }: { action: Asked; reason: string }): Promise<unknown> => {
      if (action === 'sessions')
        return callApi((api) => api.DELETE('/api/v1/team/operators/{operatorId}/sessions', { params }));
      if (action === 'second-factor')
        return callApi((api) => api.DELETE('/api/v1/team/operators/{operatorId}/second-factor', { params }));
      const body = { isDisabled: action === 'disable', reason };
      return callApi((api) => api.PUT('/api/v1/team/operators/{operatorId}/state', { params, body }));
    },
    changes: [['team'], ['audit'], ['prices']],
    done: (result) => {
      const count = cancelledIn(result);
      return count === 0 ? t('saved') : t('saved-cancelled', { count });
    },
    onDone: onClose,
    onWaiting: onClose,
    isFaultShown: true,
  });
  const { name, sessions } = operator;
  const ask = (action: Asked, confirm: string, preview: ReactNode) => (
    <ConfirmDialog
      title={`${confirm}: ${name}`}
      isOpen
      onClose={onClose}
      confirm={confirm}
      isDangerous={action !== 'enable'}
      isBusy={act.isPending}
      error={act.error}
      onConfirm={(fields) => act.mutate({ action, reason: textOf(fields, 'reason').trim() })}
    >
      {preview}
    </ConfirmDialog>
  );
  if (asked === 'sessions')
    return ask(asked, t('end-sessions'), <p>{t('end-sessions-preview', { count: sessions })}</p>);
  if (asked === 'second-factor')
    return ask(asked, t('reset-second-factor'), <p>{t('reset-second-factor-preview', { count: sessions })}</p>);
  if (asked)
    return ask(
      asked,
      t(asked),
      <>
        <p>{asked === 'enable' ? t('enable-preview') : t('disable-preview', { count: sessions })}</p>
        <TextField
          label={t('reason')}
          name="reason"
          required={asked === 'disable'}
          maxLength={500}
          autoComplete="off"
        />
      </>,
    );
  return (
    <Dialog title={name} isOpen onClose={onClose}>
      <div className={styles.form}>
        <OperatorRoleForm operator={operator} roles={roles} roleName={roleName} isReadOnly={isSelf} onDone={onClose} />
        <Button disabled={sessions === 0} onClick={() => setAsked('sessions')}>
          {t('end-sessions')} ({sessions})
        </Button>
        {operator.hasSecondFactor && (
          <Button onClick={() => setAsked('second-factor')}>{t('reset-second-factor')}</Button>
        )}
        {!isSelf && (
          <Button variant={isDisabled ? 'secondary' : 'danger'} onClick={() => setAsked(change)}>
            {t(change)}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
