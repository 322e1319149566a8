import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { amountToText } from '@oyna/domain/money';
import { PERMISSIONS } from '@oyna/domain/permissions';
import { Button } from '@oyna/ui/button';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMoneyText } from '../../components/money.tsx';
import { Section } from '../../components/page.tsx';
import { PermissionList } from '../../components/permission-list.tsx';
import { groupPermissions } from '../../lib/permission-groups.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useOpened } from '../../lib/use-opened.ts';
import { DeleteRoleDialog } from './delete-role-dialog.tsx';
import { NEW_ROLE, RoleDialog } from './role-dialog.tsx';
import styles from './team.module.css';

type Role = ConsoleSchemas['Role'];

interface RoleListProps {
  roles: readonly Role[];
  roleName(roleId: string): string;
}

/** A role with a permission of each subject needs no list of them. */
const isPartial = (permissions: readonly string[]) =>
  groupPermissions(permissions).length < groupPermissions(PERMISSIONS).length;

export function RoleList({ roles, roleName }: RoleListProps) {
  const t = useTexts('team');
  const tCommon = useTexts('common');
  const moneyText = useMoneyText();
  const may = useMay();
  const [editedId, setEditedId] = useState<string>();
  const [deletedId, setDeletedId] = useState<string>();
  const opened = useOpened(roles, editedId);
  const edited = editedId === NEW_ROLE.id ? NEW_ROLE : opened;
  const deleted = useOpened(roles, deletedId);
  return (
    <Section
      title={t('roles')}
      actions={
        may('team:write') && (
          <Button icon={<Plus size={16} />} onClick={() => setEditedId(NEW_ROLE.id)}>
            {t('new-role')}
          </Button>
        )
      }
    >
      <ul className={styles.rows}>
        {roles.map(({ id, permissions, limits, operators, isFixed, isBuiltIn }) => (
          <li key={id} className={styles.role}>
            <div className={styles.who}>
              <strong>{roleName(id)}</strong>
              <span>
                {t('operators-count', { count: operators })}
                {limits.refundPerDay !== undefined &&
                  ` · ${t('refund-limit', { amount: moneyText(amountToText(limits.refundPerDay), 'KZT') })}`}
              </span>
            </div>
            <details className={styles.permissions}>
              <summary>
                {permissions.length === PERMISSIONS.length
                  ? t('all-permissions')
                  : t('permissions-count', { count: permissions.length })}
                {isPartial(permissions) && (
                  <span className={styles.subjects}>
                    {groupPermissions(permissions)
                      .map(({ group }) => tCommon(`permission-group-${group}`))
                      .join(', ')}
                  </span>
                )}
              </summary>
              <PermissionList permissions={permissions} />
            </details>
            {may('team:write') && !isFixed && (
              <Button aria-label={t('edit-name', { name: roleName(id) })} onClick={() => setEditedId(id)}>
                {t('edit')}
              </Button>
            )}
            {may('team:write') && !isBuiltIn && (
              <Button aria-label={t('delete-name', { name: roleName(id) })} onClick={() => setDeletedId(id)}>
                {t('delete')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <RoleDialog
          key={edited.id}
          role={edited}
          title={edited === NEW_ROLE ? t('new-role') : edited.name || roleName(edited.id)}
          onClose={() => setEditedId(undefined)}
        />
      )}
      {deleted && (
        <DeleteRoleDialog
          role={deleted}
          name={deleted.name || roleName(deleted.id)}
          onClose={() => setDeletedId(undefined)}
        />
      )}
    </Section>
  );
}
