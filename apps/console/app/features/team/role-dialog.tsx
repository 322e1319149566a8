import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { PERMISSIONS, type Permission } from '@oyna/domain/permissions';
import { Checkbox } from '@oyna/ui/checkbox';
import { TextField } from '@oyna/ui/text-field';
import { useState } from 'react';
import { ChangedMeanwhile } from '../../components/changed-meanwhile.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import type { Winner } from '../../lib/edit-state.ts';
import { useSumText } from '../../lib/number-text.ts';
import { groupPermissions } from '../../lib/permission-groups.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { readTypedSum } from '../../lib/typed-sum.ts';
import { useAction } from '../../lib/use-action.ts';
import { useEdit } from '../../lib/use-edit.ts';
import styles from './team.module.css';

type Role = ConsoleSchemas['Role'];

/** What is stale after a change of a role. */
export const ROLE_CHANGES = [['team'], ['notices'], ['audit']];

/** What the dialog of a new role begins with. It gets an id when it is saved. */
export const NEW_ROLE: Role = {
  id: '',
  name: '',
  permissions: [],
  limits: {},
  isBuiltIn: false,
  isFixed: false,
  version: 0,
  operators: 0,
};

/** The fields of the dialog. Each permission is one, so that two operators may change two of them. */
const loadedOf = ({ version, name, permissions, limits }: Role, sumText: (hundredths: number) => string) => ({
  version,
  data: {
    name,
    limit: limits.refundPerDay === undefined ? '' : sumText(limits.refundPerDay),
    permissions: Object.fromEntries(permissions.map((permission) => [permission, '✓'])),
  },
});

/** The fields of a role, with every permission below its subject. */
export function RoleDialog({ role, title, onClose }: { role: Role; title: string; onClose(): void }) {
  const t = useTexts('team');
  const tCommon = useTexts('common');
  const permissionText = useTexts('permissions');
  const may = useMay();
  const { id: roleId, isBuiltIn } = role;
  const loaded = loadedOf(role, useSumText());
  const edit = useEdit(loaded);
  const { name, limit, permissions } = edit.data ?? loaded.data;
  const [isUnread, setUnread] = useState(false);
  // The same in each attempt: one whose answer was lost is not a second role.
  const [newId] = useState(() => `role-${crypto.randomUUID().slice(0, 8)}`);
  const save = useAction({
    run: (refundPerDay: number | null) => {
      const form = {
        name: isBuiltIn ? role.name : name.trim(),
        permissions: PERMISSIONS.filter((permission) => permissions[permission]),
        limits: refundPerDay === null ? {} : { refundPerDay },
      };
      if (role === NEW_ROLE) {
        return callApi((api) => api.POST('/api/v1/roles', { body: { id: newId, ...form } }));
      }
      const body = { ...form, version: Number(edit.base?.version) };
      return callApi((api) => api.PUT('/api/v1/roles/{roleId}', { params: { path: { roleId } }, body }));
    },
    changes: ROLE_CHANGES,
    done: () => t('saved'),
    onDone: onClose,
    onWaiting: onClose,
    isFaultShown: true,
  });
  const isShownAbove = edit.changed !== undefined && save.error?.code === 'changed-meanwhile';
  const resolve = (winner: Winner) => {
    // The refusal was about the state before the choice.
    save.reset();
    edit.resolve(winner);
  };
  const allow = (permission: Permission, isAllowed: boolean) => {
    const { [permission]: _, ...others } = permissions;
    edit.change({ permissions: isAllowed ? { ...others, [permission]: '✓' } : others });
  };
  const nameOf = (path: string) => {
    const permission = PERMISSIONS.find((one) => path === `permissions.${one}`);
    return permission ? permissionText(permission) : path === 'name' ? t('role-name') : tCommon('refunds-per-day');
  };
  return (
    <ConfirmDialog
      title={title}
      isOpen
      onClose={onClose}
      confirm={t('save')}
      isBusy={save.isPending}
      error={isShownAbove ? undefined : save.error}
      onConfirm={() => {
        const refundPerDay = readTypedSum(limit);
        setUnread(refundPerDay === undefined);
        if (refundPerDay !== undefined) save.mutate(refundPerDay);
      }}
    >
      <ChangedMeanwhile edit={{ ...edit, resolve }} nameOf={nameOf} />
      {!isBuiltIn && (
        <TextField
          label={t('role-name')}
          required
          maxLength={60}
          value={name}
          autoComplete="off"
          onChange={(event) => edit.change({ name: event.currentTarget.value })}
        />
      )}
      <fieldset className={styles.choices}>
        <legend>{t('permissions')}</legend>
        {groupPermissions(PERMISSIONS).map(({ group, permissions: ofGroup }) => (
          <fieldset key={group}>
            <legend>{tCommon(`permission-group-${group}`)}</legend>
            {ofGroup.map((permission) => (
              <Checkbox
                key={permission}
                label={permissionText(permission)}
                checked={permissions[permission] !== undefined}
                disabled={!may(permission)}
                onChange={(event) => allow(permission, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
        ))}
      </fieldset>
      <TextField
        label={tCommon('refunds-per-day')}
        hint={t('limit-hint')}
        error={isUnread ? t('sum-invalid') : undefined}
        inputMode="decimal"
        value={limit}
        onChange={(event) => edit.change({ limit: event.currentTarget.value })}
      />
    </ConfirmDialog>
  );
}
