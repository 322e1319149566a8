import { useTexts } from '../../lib/texts.tsx';
import { groupPermissions } from './permission-groups.ts';
import styles from './team.module.css';

/** Permissions by subject, one line each. */
export function PermissionList({ permissions }: { permissions: readonly string[] }) {
  const t = useTexts('team');
  const permissionText = useTexts('permissions');
  return (
    <dl className={styles.groups}>
      {groupPermissions(permissions).map(({ group, permissions: ofGroup }) => (
        <div key={group}>
          <dt>{t(`group-${group}`)}</dt>
          {ofGroup.map((permission) => (
            <dd key={permission}>{permissionText(permission)}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
