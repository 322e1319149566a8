import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { amountToText, parseAmount } from '@oyna/domain/money';
import { PERMISSIONS } from '@oyna/domain/permissions';
import { Button } from '@oyna/ui/button';
import { TextField } from '@oyna/ui/text-field';
import { textOf } from '@oyna/ui/use-checked-form';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useMoneyText } from '../../components/money.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './team.module.css';

type Role = ConsoleSchemas['Role'];

interface RoleListProps {
  roles: readonly Role[];
  roleName(roleId: string): string;
}

export function RoleList({ roles, roleName }: RoleListProps) {
  const t = useTexts('team');
  const permissionText = useTexts('permissions');
  const moneyText = useMoneyText();
  const may = useMay();
  const [editedId, setEditedId] = useState<string>();
  const edited = roles.find(({ id }) => id === editedId);
  return (
    <Section title={t('roles')}>
      <ul className={styles.rows}>
        {roles.map(({ id, permissions, limits, operators, isFixed }) => (
          <li key={id} className={styles.role}>
            <div className={styles.who}>
              <strong>{roleName(id)}</strong>
              <span>
                {t('operators-count', { count: operators })}
                {limits.refundPerDay !== undefined &&
                  ` · ${t('refund-limit', { amount: moneyText(amountToText(limits.refundPerDay), 'KZT') })}`}
              </span>
            </div>
            <p className={styles.permissions}>
              {permissions.length === PERMISSIONS.length
                ? t('all-permissions')
                : permissions.map((permission) => permissionText(permission)).join(', ')}
            </p>
            {may('team:write') && !isFixed && (
              <Button aria-label={t('edit-name', { name: roleName(id) })} onClick={() => setEditedId(id)}>
                {t('edit')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <RoleDialog key={edited.id} role={edited} title={roleName(edited.id)} onClose={() => setEditedId(undefined)} />
      )}
    </Section>
  );
}

function RoleDialog({ role, title, onClose }: { role: Role; title: string; onClose(): void }) {
  const t = useTexts('team');
  const permissionText = useTexts('permissions');
  const may = useMay();
  const { id: roleId, name, version, limits } = role;
  const save = useAction({
    run: (fields: FormData) => {
      const refundPerDay = parseAmount(textOf(fields, 'limit').replaceAll(/\s/g, ''));
      const body = {
        name,
        version,
        permissions: PERMISSIONS.filter((permission) => fields.has(permission)),
        limits: refundPerDay === undefined ? {} : { refundPerDay },
      };
      return callApi((api) => api.PUT('/api/v1/roles/{roleId}', { params: { path: { roleId } }, body }));
    },
    changes: [['team'], ['audit']],
    done: () => t('saved'),
    onDone: onClose,
    isFaultShown: true,
  });
  const preset = limits.refundPerDay === undefined ? '' : amountToText(limits.refundPerDay);
  return (
    <ConfirmDialog
      title={title}
      isOpen
      onClose={onClose}
      confirm={t('save')}
      isBusy={save.isPending}
      error={save.error}
      onConfirm={(fields) => save.mutate(fields)}
    >
      {/* A colleague's change gives the fields new values. */}
      <fieldset key={version} className={styles.choices}>
        <legend>{t('permissions')}</legend>
        {PERMISSIONS.map((permission) => (
          <label key={permission}>
            <input
              type="checkbox"
              name={permission}
              defaultChecked={role.permissions.includes(permission)}
              disabled={!may(permission)}
            />
            {permissionText(permission)}
          </label>
        ))}
      </fieldset>
      <TextField label={t('limit')} hint={t('limit-hint')} name="limit" inputMode="decimal" defaultValue={preset} />
    </ConfirmDialog>
  );
}
