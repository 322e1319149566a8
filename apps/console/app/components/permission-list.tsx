import { groupPermissions } from '../lib/permission-groups.ts';
import { useTexts } from '../lib/texts.tsx';
import styles from './permission-list.module.css';

/** Permissions by subject, one line each. */
export function PermissionList({ permissions }: { permissions: readonly string[] }) {
  const t = useTexts('common');
  const permissionText = useTexts('permissions');
  return (
    <dl className={styles.groups}>
      {groupPermissions(permissions).map(({ group, permissions: ofGroup }) => (
        <div key={group}>
          <dt>{t(`permission-group-${group}`)}</dt>
          {ofGroup.map((permission) => (
            <dd key={permission}>{permissionText(permission)}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
