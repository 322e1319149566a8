import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { Select } from '@oyna/ui/select';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './team.module.css';

interface OperatorDialogProps {
  operator: ConsoleSchemas['Team']['operators'][number];
  roles: readonly { id: string; name: string }[];
  onClose(): void;
}

const CHANGES = [['team'], ['audit']];

/** What an owner does with an operator: role, sessions, a lost second factor, leaving. */
export function OperatorDialog({ operator, roles, onClose }: OperatorDialogProps) {
  const t = useTexts('team');
  const isSelf = useSession().operator.id === operator.id;
  const [isAsking, setAsking] = useState(false);
  const params = { path: { operatorId: operator.id } };
  const done = () => t('saved');
  const changeRole = useAction({
    run: (roleId: string) => {
      const body = { roleId, seenRoleId: operator.roleId };
      return callApi((api) => api.PUT('/api/v1/team/operators/{operatorId}/role', { params, body }));
    },
    changes: CHANGES,
    done,
  });
  const setState = useAction({
    run: ({ isDisabled, reason }: { isDisabled: boolean; reason: string }) =>
      callApi((api) => api.PUT('/api/v1/team/operators/{operatorId}/state', { params, body: { isDisabled, reason } })),
    changes: CHANGES,
    done,
    onDone: onClose,
    onWaiting: onClose,
    isFaultShown: true,
  });
  const endSessions = useAction({
    run: () => callApi((api) => api.DELETE('/api/v1/team/operators/{operatorId}/sessions', { params })),
    changes: CHANGES,
    done,
  });
  const resetSecondFactor = useAction({
    run: () => callApi((api) => api.DELETE('/api/v1/team/operators/{operatorId}/second-factor', { params })),
    changes: CHANGES,
    done,
  });
  const isDisabled = operator.disabledAt !== null;
  if (isAsking) {
    return (
      <ConfirmDialog
        title={t(isDisabled ? 'enable-title' : 'disable-title', { name: operator.name })}
        isOpen
        onClose={onClose}
        confirm={isDisabled ? t('enable') : t('disable')}
        isDangerous={!isDisabled}
        isBusy={setState.isPending}
        error={setState.error}
        onConfirm={(fields) => setState.mutate({ isDisabled: !isDisabled, reason: textOf(fields, 'reason').trim() })}
      >
        <p>{isDisabled ? t('enable-preview') : t('disable-preview', { count: operator.sessions })}</p>
        <TextField label={t('reason')} name="reason" required={!isDisabled} maxLength={500} autoComplete="off" />
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title={operator.name} isOpen onClose={onClose}>
      <div className={styles.form}>
        <Select
          label={t('role')}
          value={operator.roleId}
          disabled={isSelf || changeRole.isPending}
          hint={isSelf ? t('own-role') : undefined}
          onChange={(event) => changeRole.mutate(event.target.value)}
        >
          {roles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Button isBusy={endSessions.isPending} onClick={() => endSessions.mutate(undefined)}>
          {t('end-sessions', { count: operator.sessions })}
        </Button>
        {operator.hasSecondFactor && (
          <Button isBusy={resetSecondFactor.isPending} onClick={() => resetSecondFactor.mutate(undefined)}>
            {t('reset-second-factor')}
          </Button>
        )}
        {!isSelf && (
          <Button variant={isDisabled ? 'secondary' : 'danger'} onClick={() => setAsking(true)}>
            {isDisabled ? t('enable') : t('disable')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
