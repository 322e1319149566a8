import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { Button } from '@oyna/ui/button';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page, Section } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { callApi } from '../../lib/api.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useRoleName } from '../../lib/use-role-name.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { OperatorDialog } from './operator-dialog.tsx';
import { RoleList } from './role-list.tsx';
import { SecondPerson } from './second-person.tsx';
import styles from './team.module.css';

type Invitation = ConsoleSchemas['Team']['invitations'][number];

/** Operators, open invitations and roles. */
export function TeamView() {
  const t = useTexts('team');
  const may = useMay();
  const [isInviting, setInviting] = useState(false);
  const [chosenId, setChosenId] = useState<number>();
  const [withdrawn, setWithdrawn] = useState<Invitation>();
  const team = useQuery({ queryKey: ['team'], queryFn: () => callApi((api) => api.GET('/api/v1/team')) });
  const { data: roles } = useQuery({
    queryKey: ['team', 'roles'],
    queryFn: () => callApi((api) => api.GET('/api/v1/roles')),
  });
  const roleName = useRoleName(roles?.items);
  const withdraw = useAction({
    run: (invitationId: number) =>
      callApi((api) => api.DELETE('/api/v1/team/invitations/{invitationId}', { params: { path: { invitationId } } })),
    changes: [['team'], ['audit']],
    done: () => t('withdrawn'),
    onDone: () => setWithdrawn(undefined),
    isFaultShown: true,
  });
  const askToWithdraw = (invitation: Invitation) => {
    withdraw.reset();
    setWithdrawn(invitation);
  };
  const { data } = team;
  const chosen = data?.operators.find(({ id }) => id === chosenId);
  return (
    <Page
      title={t('title')}
      actions={
        may('team:write') && (
          <Button variant="primary" icon={<UserPlus size={16} />} onClick={() => setInviting(true)}>
            {t('invite')}
          </Button>
        )
      }
    >
      {!data && <Loading query={team} />}
      {data && (
        <Section title={t('operators')}>
          <ul className={styles.rows}>
            {data.operators.map(({ id, name, email, roleId, disabledAt, hasSecondFactor, seenAt }) => (
              <li key={id} className={styles.row}>
                <div className={styles.who}>
                  <strong>{name}</strong>
                  <span>{email}</span>
                </div>
                <span>{roleName(roleId)}</span>
                {disabledAt ? (
                  <StatusLabel tone="danger">{t('disabled')}</StatusLabel>
                ) : (
                  <StatusLabel tone={hasSecondFactor ? 'success' : 'warning'}>
                    {hasSecondFactor ? t('has-second-factor') : t('no-second-factor')}
                  </StatusLabel>
                )}
                <span className={styles.seen}>{seenAt ? <Moment at={seenAt} /> : t('never-seen')}</span>
                {may('team:write') && (
                  <Button aria-label={t('manage-name', { name })} onClick={() => setChosenId(id)}>
                    {t('manage')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {data && data.invitations.length > 0 && (
        <Section title={t('invitations')}>
          <ul className={styles.rows}>
            {data.invitations.map((invitation) => {
              const { id, email, roleId, invitedBy, expiresAt, isExpired } = invitation;
              return (
                <li key={id} className={styles.row}>
                  <div className={styles.who}>
                    <strong>{email}</strong>
                    <span>{t('invited-by', { name: invitedBy })}</span>
                  </div>
                  <span>{roleName(roleId)}</span>
                  <StatusLabel tone={isExpired ? 'danger' : 'info'}>{isExpired ? t('expired') : t('open')}</StatusLabel>
                  <span className={styles.seen}>
                    <Moment at={expiresAt} />
                  </span>
                  {may('team:write') && (
                    <Button aria-label={t('withdraw-name', { email })} onClick={() => askToWithdraw(invitation)}>
                      {t('withdraw')}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        </Section>
      )}
      {withdrawn && (
        <ConfirmDialog
          title={t('withdraw-invitation')}
          isOpen
          onClose={() => setWithdrawn(undefined)}
          confirm={t('withdraw')}
          isDangerous
          isBusy={withdraw.isPending}
          error={withdraw.error}
          onConfirm={() => withdraw.mutate(withdrawn.id)}
        >
          <p>{t('withdraw-preview', { email: withdrawn.email })}</p>
        </ConfirmDialog>
      )}
      {roles && <RoleList roles={roles.items} roleName={roleName} />}
      <SecondPerson />
      {roles && (
        <InviteDialog
          isOpen={isInviting}
          onClose={() => setInviting(false)}
          roles={roles.items.map(({ id }) => ({ id, name: roleName(id) }))}
        />
      )}
      {roles && chosen && (
        <OperatorDialog
          key={chosen.id}
          operator={chosen}
          roles={roles.items}
          roleName={roleName}
          onClose={() => setChosenId(undefined)}
        />
      )}
    </Page>
  );
}
