import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { Dialog } from '@oyna/ui/dialog';
import { Select } from '@oyna/ui/select';
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
    run: (isDisabled: boolean) =>
      callApi((api) => api.PUT('/api/v1/team/operators/{operatorId}/state', { params, body: { isDisabled } })),
    changes: CHANGES,
    done,
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
          <Button
            variant={operator.disabledAt ? 'secondary' : 'danger'}
            isBusy={setState.isPending}
            onClick={() => setState.mutate(!operator.disabledAt)}
          >
            {operator.disabledAt ? t('enable') : t('disable')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
