import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { BUILT_IN_ROLES } from '@oyna/domain/permissions';
import { type Translate, useTexts } from './texts.tsx';

type Role = ConsoleSchemas['Role'];
type TextKey = Parameters<Translate<'team'>>[0];

/** Built-in roles have names in every language, others the name that the owner gave them. */
export function useRoleName(roles: readonly Role[] | undefined): (roleId: string) => string {
  const t = useTexts('team');
  return (roleId) => {
    const given = roles?.find(({ id }) => id === roleId)?.name;
    return given || (Object.hasOwn(BUILT_IN_ROLES, roleId) ? t(`role-${roleId}` as TextKey) : roleId);
  };
}
