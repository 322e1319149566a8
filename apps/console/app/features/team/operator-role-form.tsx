import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { Select } from '@oyna/ui/select';
import { type FormEvent, useState } from 'react';
import { RoleChanges } from '../../components/role-changes.tsx';
import { callApi } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './team.module.css';

type Role = ConsoleSchemas['Role'];

interface OperatorRoleFormProps {
  operator: ConsoleSchemas['Team']['operators'][number];
  roles: readonly Role[];
  roleName(roleId: string): string;
  isReadOnly: boolean;
  onDone(): void;
}

/** Choosing a role shows what it changes. The button changes it: the arrow keys choose on the way to another role. */
export function OperatorRoleForm({ operator, roles, roleName, isReadOnly, onDone }: OperatorRoleFormProps) {
  const t = useTexts('team');
  const [picked, setPicked] = useState<string>();
  const chosenId = picked ?? operator.roleId;
  const save = useAction({
    run: (roleId: string) => {
      const params = { path: { operatorId: operator.id } };
      const body = { roleId, seenRoleId: operator.roleId };
      return callApi((api) => api.PUT('/api/v1/team/operators/{operatorId}/role', { params, body }));
    },
    changes: [['team'], ['audit']],
    done: () => t('saved'),
    onDone,
    onWaiting: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(chosenId);
  };
  const present = roles.find(({ id }) => id === operator.roleId);
  const chosen = roles.find(({ id }) => id === chosenId);
  const isOther = chosenId !== operator.roleId;
  return (
    <form className={styles.form} onSubmit={submit}>
      <div>
        <Select
          label={t('role')}
          value={chosenId}
          disabled={isReadOnly}
          hint={isReadOnly ? t('own-role') : undefined}
          onChange={(event) => setPicked(event.target.value)}
        >
          {roles.map(({ id }) => (
            <option key={id} value={id}>
              {roleName(id)}
            </option>
          ))}
        </Select>
        <div role="status" className={styles.difference}>
          {isOther && present && chosen && <RoleChanges before={present} after={chosen} />}
        </div>
      </div>
      {!isReadOnly && (
        <Button type="submit" variant="primary" isBusy={save.isPending} disabled={!isOther}>
          {t('change-role')}
        </Button>
      )}
    </form>
  );
}
