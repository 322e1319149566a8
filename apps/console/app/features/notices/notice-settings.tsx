import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Checkbox } from '@oyna/ui/checkbox';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/page.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { type Translate, useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import styles from './notices.module.css';

type RoleNotices = ConsoleSchemas['RoleNotices'];
type Kind = RoleNotices['kinds'][number];

const KINDS: readonly Kind[] = ['claim', 'review', 'refund-failed', 'message', 'supplier-balance', 'low-stock'];
const BUILT_IN = ['owner', 'manager', 'support', 'stock', 'finance', 'auditor'] as const;

/** Which roles get a mail about what. */
export function NoticeSettings() {
  const query = useQuery({
    queryKey: ['notices'],
    queryFn: () => callApi((api) => api.GET('/api/v1/notices')),
  });
  if (!query.data) return <Loading query={query} />;
  const { data } = query;
  return data.items.map((role) => <Role key={role.roleId} role={role} />);
}

function Role({ role: { roleId, name, kinds } }: { role: RoleNotices }) {
  const t = useTexts('notices');
  const may = useMay();
  const save = useAction({
    run: (chosen: Kind[]) =>
      callApi((api) =>
        api.PUT('/api/v1/notices/{roleId}', { params: { path: { roleId } }, body: { kinds: chosen, seen: kinds } }),
      ),
    changes: [['notices']],
    done: () => t('saved'),
  });
  const toggle = (kind: Kind, isOn: boolean) =>
    save.mutate(isOn ? [...kinds, kind] : kinds.filter((chosen) => chosen !== kind));
  return (
    <Section title={nameOf(roleId, useTexts('team')) || name || roleId}>
      <ul className={styles.kinds}>
        {KINDS.map((kind) => (
          <li key={kind}>
            <Checkbox
              label={t(`kind-${kind}`)}
              checked={kinds.includes(kind)}
              disabled={!may('team:write') || save.isPending}
              onChange={(event) => toggle(kind, event.target.checked)}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Empty for a role that the owner has added. */
function nameOf(roleId: string, t: Translate<'team'>): string {
  const role = BUILT_IN.find((name) => name === roleId);
  return role ? t(`role-${role}`) : '';
}
